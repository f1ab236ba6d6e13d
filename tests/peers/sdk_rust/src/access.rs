//! Which signatures the server takes, and how it refuses the others.

use std::time::{Duration, SystemTime};

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::config::retry::RetryConfig;
use aws_sdk_dynamodb::config::{Builder, Credentials};
use aws_sdk_dynamodb::error::{ProvideErrorMetadata, SdkError};
use aws_sigv4::http_request::{SignableBody, SignableRequest, SignatureLocation, SigningSettings, sign};
use aws_sigv4::sign::v4;
use aws_smithy_async::time::TimeSource;

use crate::checks::{Checks, Outcome, expect, expect_equal, refusal};
use crate::endpoint::{Endpoint, REGION, distrusting_transport, good};
use crate::interceptors::{Count, OtherBody, Presigned};

const MISMATCH: &str = "The request signature we calculated does not match the signature you provided. Check your AWS \
    Secret Access Key and signing method. Consult the service documentation for details.";
const INVALID_TOKEN: &str = "The security token included in the request is invalid.";

async fn list(settings: Builder) -> Outcome {
    Client::from_conf(settings.build()).list_tables().send().await?;
    Ok(())
}

/// Expects an error of the service with this code, whose text begins with this one.
async fn expect_refusal(settings: Builder, code: &str, beginning: &str) -> Outcome {
    let refused = refusal(Client::from_conf(settings.build()).list_tables().send().await)?;
    expect_equal(refused.code(), Some(code))?;
    let text = refused.message().unwrap_or_default();
    expect(text.starts_with(beginning), format!("the text is {text}"))
}

pub async fn check_all(checks: &mut Checks, endpoint: &Endpoint) {
    let by = async |keys: (&str, &str, Option<&str>), code: &str, text: &str| {
        let keys = Credentials::from_keys(keys.0, keys.1, keys.2.map(String::from));
        expect_refusal(endpoint.settings(keys)?, code, text).await
    };
    let expired = "The security token included in the request is expired";
    let temporary = ("ASIATEMPORARY", "temporary/secret+");
    checks.check("a wrong secret", by(("local", "wrong", None), "InvalidSignatureException", MISMATCH)).await;
    checks.check("an unknown key", by(("other", "local", None), "UnrecognizedClientException", INVALID_TOKEN)).await;
    checks
        .check("an expired token", by(("ASIAEXPIRED", "expired", Some("token")), "ExpiredTokenException", expired))
        .await;
    checks
        .check(
            "a temporary key without its token",
            by((temporary.0, temporary.1, None), "UnrecognizedClientException", INVALID_TOKEN),
        )
        .await;
    checks
        .check("a temporary key with its token", async {
            let keys = Credentials::from_keys(temporary.0, temporary.1, Some("a/session+token==".into()));
            list(endpoint.settings(keys)?).await
        })
        .await;
    checks.check("a time of signing that is past", check_time(endpoint, -6, "Signature expired: ")).await;
    checks.check("a time of signing that is to come", check_time(endpoint, 6, "Signature not yet current: ")).await;
    checks.check("a client whose clock is an hour ahead", check_own_clock(endpoint, 60)).await;
    checks.check("a client whose clock is an hour behind", check_own_clock(endpoint, -60)).await;
    checks
        .check("a body that was altered after it was signed", async {
            let settings = endpoint.settings(good())?.interceptor(OtherBody("{ "));
            expect_refusal(settings, "InvalidSignatureException", MISMATCH).await
        })
        .await;
    checks.check("a presigned query", check_presigned(endpoint)).await;
}

/// A clock that is wrong by some minutes.
#[derive(Debug)]
struct Wrong(i64);

impl TimeSource for Wrong {
    fn now(&self) -> SystemTime {
        let by = Duration::from_secs(60 * self.0.unsigned_abs());
        if self.0 < 0 { SystemTime::now() - by } else { SystemTime::now() + by }
    }
}

async fn check_time(endpoint: &Endpoint, minutes: i64, text: &str) -> Outcome {
    let settings = endpoint.settings(good())?.time_source(Wrong(minutes)).disable_clock_skew_correction(true);
    expect_refusal(settings, "InvalidSignatureException", text).await
}

/// Expects that the SDK takes over the server's time when it was refused, and keeps it.
async fn expect_correction(settings: Builder) -> Outcome {
    let count = Count::default();
    let client = Client::from_conf(settings.interceptor(count.clone()).build());
    client.list_tables().send().await?;
    expect_equal(count.sent(), 2)?;
    client.list_tables().send().await?;
    expect_equal(count.sent(), 3)
}

async fn check_own_clock(endpoint: &Endpoint, minutes: i64) -> Outcome {
    expect_correction(endpoint.settings(good())?.time_source(Wrong(minutes))).await
}

pub async fn check_clock(endpoint: &Endpoint) -> Outcome {
    expect_correction(endpoint.settings(good())?).await
}

async fn check_presigned(endpoint: &Endpoint) -> Outcome {
    let url = presigned(endpoint)?;
    expect(url.contains("X-Amz-Expires=60"), &url)?;
    let changed = url.replace("X-Amz-Expires=60", "X-Amz-Expires=61");
    list(endpoint.settings(good())?.interceptor(Presigned(url))).await?;
    let settings = endpoint.settings(good())?.interceptor(Presigned(changed));
    expect_refusal(settings, "InvalidSignatureException", MISMATCH).await
}

/// A URL for the request of ListTables.
fn presigned(endpoint: &Endpoint) -> Outcome<String> {
    let mut settings = SigningSettings::default();
    settings.signature_location = SignatureLocation::QueryParams;
    settings.expires_in = Some(Duration::from_secs(60));
    let identity = good().into();
    let parameters = v4::SigningParams::builder()
        .identity(&identity)
        .region(REGION)
        .name("dynamodb")
        .time(SystemTime::now())
        .settings(settings)
        .build()?
        .into();
    let url = format!("{}/", endpoint.url);
    let headers = [("x-amz-target", "DynamoDB_20120810.ListTables"), ("content-type", "application/x-amz-json-1.0")];
    let request = SignableRequest::new("POST", url.as_str(), headers.into_iter(), SignableBody::Bytes(b"{}"))?;
    let (instructions, _) = sign(request, &parameters)?.into_parts();
    let mut signed = http::Request::builder().method("POST").uri(url.as_str()).body(())?;
    instructions.apply_to_request_http1x(&mut signed);
    Ok(signed.uri().to_string())
}

/// Expects that the SDK does not connect to a server whose certificate it was not told to trust.
pub async fn check_trust(endpoint: &Endpoint) -> Outcome {
    let settings =
        endpoint.settings(good())?.http_client(distrusting_transport()).retry_config(RetryConfig::disabled());
    match Client::from_conf(settings.build()).list_tables().send().await {
        Err(SdkError::DispatchFailure(failure)) => {
            let text = format!("{failure:?}");
            expect(text.contains("UnknownIssuer"), text)
        }
        other => Err(format!("{other:?}").into()),
    }
}
