# The lines in which tests report: passed failed skipped name.

# sum_up RESULTS prints the sum of the result lines. Fails if a test failed or was skipped, or if no test ran.
sum_up() {
  awk '{ passed += $1; failed += $2; skipped += $3 }
       $2 > 0 { printf "FAILED: %s\n", $4 }
       $3 > 0 { printf "SKIPPED: %s\n", $4 }
       END {
         printf "%d passed, %d failed, %d skipped\n", passed, failed, skipped
         exit failed > 0 || skipped > 0 || passed == 0
       }' "$1"
}
