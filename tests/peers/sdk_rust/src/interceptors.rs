//! What happens to requests after they were signed.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use aws_sdk_dynamodb::config::interceptors::BeforeTransmitInterceptorContextMut;
use aws_sdk_dynamodb::config::{ConfigBag, Intercept, RuntimeComponents};
use aws_sdk_dynamodb::error::BoxError;
use aws_smithy_types::body::SdkBody;

/// Counts the requests that are sent.
#[derive(Clone, Debug, Default)]
pub struct Count(Arc<AtomicU32>);

impl Count {
    pub fn sent(&self) -> u32 {
        self.0.load(Ordering::Relaxed)
    }
}

impl Intercept for Count {
    fn name(&self) -> &'static str {
        "Count"
    }

    fn modify_before_transmit(
        &self,
        _: &mut BeforeTransmitInterceptorContextMut<'_>,
        _: &RuntimeComponents,
        _: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        self.0.fetch_add(1, Ordering::Relaxed);
        Ok(())
    }
}

/// Sends another body of the same length.
#[derive(Debug)]
pub struct OtherBody(pub &'static str);

impl Intercept for OtherBody {
    fn name(&self) -> &'static str {
        "OtherBody"
    }

    fn modify_before_transmit(
        &self,
        context: &mut BeforeTransmitInterceptorContextMut<'_>,
        _: &RuntimeComponents,
        _: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        *context.request_mut().body_mut() = SdkBody::from(self.0);
        Ok(())
    }
}

/// Sends the request to a URL that is signed in its query, in place of the signed header fields.
#[derive(Debug)]
pub struct Presigned(pub String);

impl Intercept for Presigned {
    fn name(&self) -> &'static str {
        "Presigned"
    }

    fn modify_before_transmit(
        &self,
        context: &mut BeforeTransmitInterceptorContextMut<'_>,
        _: &RuntimeComponents,
        _: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        let request = context.request_mut();
        for name in ["authorization", "x-amz-date", "x-amz-content-sha256"] {
            request.headers_mut().remove(name);
        }
        request.set_uri(self.0.as_str())?;
        Ok(())
    }
}
