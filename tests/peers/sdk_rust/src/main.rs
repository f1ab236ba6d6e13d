//! The AWS SDK for Rust against a server that verifies signatures. tests/peers/with_servers.py starts it.

mod access;
mod checks;
mod endpoint;
mod interceptors;
mod work;

use std::process::ExitCode;

use checks::{Checks, Outcome};
use endpoint::Endpoint;

async fn check_all(checks: &mut Checks) -> Outcome {
    let endpoint = Endpoint::of("PARTITA_TEST_ENDPOINT")?;
    work::check_all(checks, &endpoint).await?;
    access::check_all(checks, &endpoint).await;
    if endpoint.certificate.is_some() {
        checks.check("a certificate that is not trusted", access::check_trust(&endpoint)).await;
        return Ok(());
    }
    for server in ["PARTITA_TEST_AHEAD", "PARTITA_TEST_BEHIND"] {
        let name = format!("a server whose clock is an hour wrong: {server}");
        checks.check(&name, access::check_clock(&Endpoint::of(server)?)).await;
    }
    Ok(())
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    let mut checks = Checks::default();
    if let Err(trouble) = check_all(&mut checks).await {
        println!("the checks stopped: {trouble}");
        return ExitCode::FAILURE;
    }
    checks.sum_up()
}
