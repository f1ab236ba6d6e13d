"""Runs the benchmark. scripts/bench calls it when everything is built and installed."""

import sys

from benchmark import Benchmark
from options import options
from sides.process import stop_with_us

stop_with_us()
sys.exit(Benchmark(options()).run())
