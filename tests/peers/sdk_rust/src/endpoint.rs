//! The server under test, and clients of it.

use std::env::var;
use std::fs::read;

use aws_sdk_dynamodb::config::{Builder, Credentials, Region, SharedHttpClient};
use aws_smithy_http_client::tls::rustls_provider::CryptoMode;
use aws_smithy_http_client::tls::{Provider, TlsContext, TrustStore};

use crate::checks::Outcome;

pub const REGION: &str = "us-east-1";

#[derive(Clone)]
pub struct Endpoint {
    pub url: String,
    /// In PEM, if clients must trust it.
    pub certificate: Option<Vec<u8>>,
}

impl Endpoint {
    pub fn of(variable: &str) -> Outcome<Self> {
        let certificate = var("PARTITA_CERTIFICATE").ok().map(read).transpose()?;
        Ok(Self { url: var(variable)?, certificate })
    }

    /// The transport that trusts the certificate, and otherwise only those of the system.
    pub fn transport(&self) -> Outcome<SharedHttpClient> {
        let Some(certificate) = &self.certificate else {
            return Ok(distrusting_transport());
        };
        let trust = TrustStore::empty().with_pem_certificate(certificate.clone());
        let context = TlsContext::builder().with_trust_store(trust).build()?;
        Ok(aws_smithy_http_client::Builder::new()
            .tls_provider(Provider::Rustls(CryptoMode::Ring))
            .tls_context(context)
            .build_https())
    }

    pub fn settings(&self, keys: Credentials) -> Outcome<Builder> {
        Ok(aws_sdk_dynamodb::Config::builder()
            .endpoint_url(&self.url)
            .region(Region::new(REGION))
            .credentials_provider(keys)
            .http_client(self.transport()?))
    }

    pub fn streams(&self) -> Outcome<aws_sdk_dynamodbstreams::Client> {
        let settings = aws_sdk_dynamodbstreams::Config::builder()
            .endpoint_url(&self.url)
            .region(Region::new(REGION))
            .credentials_provider(good())
            .http_client(self.transport()?);
        Ok(aws_sdk_dynamodbstreams::Client::from_conf(settings.build()))
    }
}

pub fn distrusting_transport() -> SharedHttpClient {
    aws_smithy_http_client::Builder::new().tls_provider(Provider::Rustls(CryptoMode::Ring)).build_https()
}

pub fn good() -> Credentials {
    Credentials::from_keys("local", "local", None)
}
