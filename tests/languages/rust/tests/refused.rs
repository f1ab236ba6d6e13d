//! Each program of `refused` must not compile, with the message that its first line says. One run of cargo compiles all
//! of them, as binaries of a package that it writes.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;
use std::{fs, io};

use serde_json::Value;

/// A program that compiles, so that the package itself is not the fault.
const ACCEPTED: &str = "pub async fn accepted(shop: &shop::Shop, key: shop::OrderKey) {
    let paid = shop.pay_an_order(key, shop::OrderStatus::Paid).read_first();
    let _ = paid.send().await;
}
";

/// The programs by name, with their expected messages.
fn programs(root: &Path) -> io::Result<BTreeMap<String, (String, String)>> {
    let mut all = BTreeMap::new();
    for entry in fs::read_dir(root.join("refused"))? {
        let path = entry?.path();
        let text = fs::read_to_string(&path)?;
        let first = text.lines().next().unwrap_or_default().to_owned();
        let message = first
            .strip_prefix("// refused: ")
            .expect("the expected message")
            .to_owned();
        let name = path
            .file_stem()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        all.insert(name, (message, text));
    }
    Ok(all)
}

fn write_package(
    root: &Path,
    folder: &Path,
    programs: &BTreeMap<String, (String, String)>,
) -> io::Result<()> {
    fs::create_dir_all(folder.join("programs"))?;
    let mut manifest = format!(
        "[package]\nname = \"refused\"\nedition = \"2024\"\n\n[workspace]\n\n[dependencies]\naws-sdk-dynamodb = \"1\"\nshop = {{ \
         path = {:?} }}\n",
        root.display().to_string()
    );
    let accepted = [("accepted", ACCEPTED)];
    let texts = programs
        .iter()
        .map(|(name, (_, text))| (name.as_str(), text.as_str()));
    for (name, text) in texts.chain(accepted) {
        fs::write(
            folder.join(format!("programs/{name}.rs")),
            format!("{text}\nfn main() {{}}\n"),
        )?;
        let _ = write!(
            manifest,
            "\n[[bin]]\nname = \"{name}\"\npath = \"programs/{name}.rs\"\n"
        );
    }
    fs::write(folder.join("Cargo.toml"), manifest)?;
    fs::copy(root.join("Cargo.lock"), folder.join("Cargo.lock"))?;
    Ok(())
}

/// The errors of each program. A program without errors is not among them.
fn check(folder: &Path, target: &Path) -> io::Result<BTreeMap<String, String>> {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let output = Command::new(cargo)
        .args([
            "check",
            "--keep-going",
            "--offline",
            "--bins",
            "--message-format",
            "json",
            "--quiet",
        ])
        .arg("--target-dir")
        .arg(target)
        .current_dir(folder)
        .output()?;
    let mut errors: BTreeMap<String, String> = BTreeMap::new();
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        let Ok(message) = serde_json::from_str::<Value>(line) else {
            continue;
        };
        let is_error = message["message"]["level"] == "error";
        if let (true, Some(name)) = (is_error, message["target"]["name"].as_str()) {
            let text = message["message"]["rendered"].as_str().unwrap_or_default();
            errors.entry(name.to_owned()).or_default().push_str(text);
        }
    }
    assert!(
        !errors.is_empty(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    Ok(errors)
}

#[test]
fn wrong_programs_do_not_compile() -> io::Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("refused");
    // The SDK is compiled once for this package and for that one.
    let target = folder.ancestors().nth(2).expect("the target directory");
    let programs = programs(root)?;
    write_package(root, &folder, &programs)?;
    let errors = check(&folder, target)?;
    assert_eq!(errors.get("accepted"), None);
    let mut faults = String::new();
    for (name, (message, _)) in &programs {
        match errors.get(name) {
            Some(text) if text.contains(message.as_str()) => {}
            Some(text) => {
                _ = write!(
                    faults,
                    "\n{name} has another error than \"{message}\":\n{text}"
                );
            }
            None => _ = write!(faults, "\n{name} compiles"),
        }
    }
    assert!(faults.is_empty(), "{faults}");
    Ok(())
}
