# Programs that others wrote for DynamoDB's API, and that scripts/test-peers runs against Partita's server, and stores with
# the API of S3, through which Partita moves tables and archives.
commands=(kinesis sdk_go sdk_java sdk_rust proxies s3rver s3mock)
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

# run_with_store NAME KEY SECRET STORE... tests exports, imports, bulk writes and archives through a store on $port. They run
# in a network of their own, because s3mock listens on all addresses.
run_with_store() {
  local name=$1
  PYTHONUNBUFFERED=1 AWS_ACCESS_KEY_ID=$2 AWS_SECRET_ACCESS_KEY=$3 AWS_REGION=us-east-1 "${alone[@]}" \
    "$root/build/sdk/venv/bin/python" -B "$root/tests/peers/stores/with_store.py" \
    "$build_dir/partita" "$commands_dir/$name.log" "$port" "${@:4}"
}
alone=(unshare --map-root-user --net sh -c 'ip link set lo up && exec "$@"' sh)

install_for_store() {
  "${alone[@]}" true || { say "a network of its own cannot be made here"; return 1; }
  "$root/tests/sdk/install" "$root/build/sdk" || { say "boto3 could not be installed"; return 1; }
}

install_s3rver() {
  local wanted=3.7.1
  command -v npm >/dev/null || { say "there is no npm here"; return 1; }
  [[ $(version_of_s3rver 2>/dev/null) == "$wanted" ]] ||
    npm install --prefix "$commands_dir/s3rver" --no-audit --no-fund --no-update-notifier --loglevel=error "s3rver@$wanted" ||
    { say "npm could not install s3rver"; return 1; }
  install_for_store
}
version_of_s3rver() { sed -nE 's/^ *"version": "(.*)",?$/\1/p' "$commands_dir/s3rver/node_modules/s3rver/package.json"; }
run_s3rver() {
  choose_endpoint
  rm -rf "$commands_dir/s3rver/objects"
  mkdir -p "$commands_dir/s3rver/objects"
  # Its continuation tokens need a cipher that OpenSSL 3 calls legacy.
  run_with_store s3rver S3RVER S3RVER node --openssl-legacy-provider "$commands_dir/s3rver/node_modules/s3rver/bin/s3rver.js" \
    --address 127.0.0.1 --port "$port" --directory "$commands_dir/s3rver/objects" --silent
}

s3mock_version=4.7.0

install_s3mock() {
  { command -v java && command -v mvn; } >/dev/null || { say "it needs Java from 17 on and Maven (apt-get install openjdk-17-jdk-headless maven)"; return 1; }
  [[ -f $commands_dir/s3mock/s3mock-$s3mock_version-exec.jar ]] ||
    mvn --quiet --batch-mode dependency:copy "-Dartifact=com.adobe.testing:s3mock:$s3mock_version:jar:exec" \
      -DoutputDirectory="$commands_dir/s3mock" || { say "Maven could not fetch it"; return 1; }
  install_for_store
}
version_of_s3mock() { printf '%s\n' "$s3mock_version"; }
run_s3mock() {
  choose_endpoint
  # Its other port is for TLS.
  run_with_store s3mock local local java -Xmx512m -jar "$commands_dir/s3mock/s3mock-$s3mock_version-exec.jar" \
    --server.port=0 "--com.adobe.testing.s3mock.http-port=$port"
}
