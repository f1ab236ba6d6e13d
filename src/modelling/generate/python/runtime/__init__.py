"""The run time of generated packages: reads and writes by a model's description."""
