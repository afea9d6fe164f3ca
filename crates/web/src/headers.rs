//! What every response says to the browser, and whose requests are heard.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::failure::Failure;

/// Everything comes from this server; nothing may be framed, sniffed or sent elsewhere.
const HEADERS: [(HeaderName, &str); 6] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
         connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; \
         frame-ancestors 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "no-referrer"),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        "same-origin",
    ),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        "same-origin",
    ),
];

/// Adds the headers to a response.
pub(crate) async fn secure(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    for (name, value) in &HEADERS {
        response
            .headers_mut()
            .insert(name, HeaderValue::from_static(value));
    }
    response
}

/// The names under which requests may address a server.
///
/// A page of another site can make its own *name* point here (DNS rebinding), and then its scripts could use the
/// server. It cannot make the browser send a bare address, so addresses are safe: on loopback those of this
/// machine itself, elsewhere all.
pub(crate) struct Names {
    address: IpAddr,
    names: Vec<String>,
}

impl Names {
    /// The names of a server that listens on `address`, and further ones.
    pub fn new(address: IpAddr, names: Vec<String>) -> Names {
        let names = names.iter().map(|name| name.to_ascii_lowercase());
        Names {
            address,
            names: names.collect(),
        }
    }

    /// True if a request with this `Host` is meant for the server.
    fn contains(&self, host: &str) -> bool {
        let name = match host.rsplit_once(':') {
            Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
            _ => host,
        };
        let name = name.to_ascii_lowercase();
        if name == "localhost" || self.names.contains(&name) {
            return true;
        }
        let bare = name
            .strip_prefix('[')
            .and_then(|name| name.strip_suffix(']'));
        let Ok(address) = bare.unwrap_or(&name).parse::<IpAddr>() else {
            return false;
        };
        if self.address.is_loopback() {
            address == self.address
                || address == IpAddr::from(Ipv4Addr::LOCALHOST)
                || address == IpAddr::from(Ipv6Addr::LOCALHOST)
        } else {
            true
        }
    }
}

/// Refuses requests that address the server by a name that is not its own.
pub(crate) async fn own_names(
    State(names): State<Arc<Names>>,
    request: Request,
    next: Next,
) -> Response {
    // Browsers send exactly one `Host`.
    let mut hosts = request.headers().get_all(header::HOST).iter();
    let is_own = match (hosts.next(), hosts.next()) {
        (None, _) => true,
        (Some(host), None) => host.to_str().is_ok_and(|host| names.contains(host)),
        (Some(_), Some(_)) => false,
    };
    if is_own {
        return next.run(request).await;
    }
    Failure::new(
        StatusCode::FORBIDDEN,
        "host",
        "this playground does not answer to that name",
        Some("use its address, or start it with --name to serve it under a name"),
    )
    .into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_answers_to_its_own_names_only() {
        let local = Names::new("127.0.0.2".parse().unwrap(), vec![]);
        for host in [
            "localhost",
            "LOCALHOST:1",
            "127.0.0.2:4567",
            "127.0.0.1",
            "[::1]:9",
        ] {
            assert!(local.contains(host), "{host}");
        }
        for host in [
            "evil.example",
            "192.168.0.1",
            "localhost.evil.example",
            "",
            ":80",
            "::1x",
        ] {
            assert!(!local.contains(host), "{host}");
        }
        let wide = Names::new("0.0.0.0".parse().unwrap(), vec!["Games.Example".to_owned()]);
        for host in [
            "games.example:4567",
            "192.168.0.1:4567",
            "[fe80::1]",
            "localhost",
        ] {
            assert!(wide.contains(host), "{host}");
        }
        assert!(!wide.contains("evil.example"));
    }
}
