// Writes the sample into a new directory: write_sample DIRECTORY
#include <cstdio>

#include "upgrade/sample.h"

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: write_sample DIRECTORY\n");
    return 2;
  }
  if (auto written = partita::test::write_sample(argv[1]); !written) {
    std::fprintf(stderr, "write_sample: %s\n", written.error().message.c_str());
    return 1;
  }
  return 0;
}
