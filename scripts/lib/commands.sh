# Programs that others wrote for DynamoDB's API, and that scripts/test-peers runs against Partita's server.
commands=(kinesis sdk_go sdk_java sdk_rust proxies)
commands_dir=$root/build/peers

# install_COMMAND makes sure that the program can run. If it fails, the last line that it prints is the reason.
# version_of_COMMAND prints the program's version. run_COMMAND runs it, and fails if Partita did not serve it well.

kinesis_source=$root/tests/peers/kinesis

install_kinesis() {
  { command -v javac && command -v mvn; } >/dev/null || { say "it needs a JDK from 17 on and Maven (apt-get install openjdk-17-jdk-headless maven)"; return 1; }
  mvn --quiet --batch-mode --file "$kinesis_source" -Dwork="$commands_dir/kinesis" process-classes ||
    { say "Maven could not build it"; return 1; }
}
version_of_kinesis() {
  local library
  for library in "$commands_dir/kinesis/libraries"/{dynamodb-streams-kinesis-adapter,amazon-kinesis-client}-*.jar; do
    basename "$library" .jar
  done | paste -sd ' '
}
run_kinesis() {
  local work=$commands_dir/kinesis/run
  rm -rf "$work"
  java -Xmx256m -cp "$commands_dir/kinesis/target/classes:$commands_dir/kinesis/libraries/*" partita.kinesis.KinesisTest \
    "$build_dir/partita" "$work"
}

# run_with_servers PROGRAM... runs a program that uses an SDK against servers with known keys, with and without TLS.
run_with_servers() { python3 -B "$root/tests/peers/with_servers.py" "$build_dir/partita" "$@"; }

sdk_go_source=$root/tests/peers/sdk_go

install_sdk_go() {
  command -v go >/dev/null || { say "it needs Go from 1.24 on"; return 1; }
  (cd "$sdk_go_source" && go build -buildvcs=false -mod=readonly -o "$commands_dir/sdk_go/sdk_go" .) ||
    { say "Go could not build it"; return 1; }
}
version_of_sdk_go() { sed -nE 's|^\s*github.com/aws/(aws-sdk-go-v2/service/dynamodb v\S+).*|\1|p' "$sdk_go_source/go.mod"; }
run_sdk_go() { run_with_servers "$commands_dir/sdk_go/sdk_go"; }

sdk_java_source=$root/tests/peers/sdk_java

install_sdk_java() {
  { command -v javac && command -v mvn; } >/dev/null || { say "it needs a JDK from 17 on and Maven (apt-get install openjdk-17-jdk-headless maven)"; return 1; }
  mvn --quiet --batch-mode --file "$sdk_java_source" -Dwork="$commands_dir/sdk_java" process-classes ||
    { say "Maven could not build it"; return 1; }
}
version_of_sdk_java() { basename "$commands_dir/sdk_java/libraries"/dynamodb-*.jar .jar; }
run_sdk_java() {
  run_with_servers java -Xmx256m -cp "$commands_dir/sdk_java/target/classes:$commands_dir/sdk_java/libraries/*" partita.sdk.SdkTest
}

sdk_rust_source=$root/tests/peers/sdk_rust

install_sdk_rust() {
  command -v cargo >/dev/null || { say "it needs Rust from 1.94 on"; return 1; }
  (cd "$sdk_rust_source" && timeout "${cargo_patience_s:-1800}" cargo build --quiet --locked --target-dir "$commands_dir/sdk_rust") ||
    { say "cargo could not build it in time"; return 1; }
}
version_of_sdk_rust() { sed -nE 's/^(aws-sdk-dynamodb) = .*"=([^"]+)".*/\1 \2/p' "$sdk_rust_source/Cargo.toml"; }
run_sdk_rust() { run_with_servers "$commands_dir/sdk_rust/debug/sdk_rust"; }

install_proxies() {
  (ensure_packages proxies) || return 1
  "$root/tests/sdk/install" "$root/build/sdk" || { say "boto3 could not be installed"; return 1; }
}
nginx_program() { command -v nginx || PATH=/usr/sbin:$PATH command -v nginx; }
version_of_proxies() { "$(nginx_program)" -v 2>&1; }
run_proxies() {
  PARTITA_COMMAND=$build_dir/partita "$root/build/sdk/venv/bin/python" -B "$root/tests/peers/proxies/test_proxies.py"
}
