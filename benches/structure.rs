//! Prints the structure of the code in numbers, with what `tests/core/tidy.rs` allows. With `--cycles`, it lists
//! the files of each import cycle.

#[path = "../tests/structure/mod.rs"]
mod structure;

use structure::SourceTree;

fn main() {
    let tree = SourceTree::read();
    for count in tree.counts() {
        println!("{:<50} {:>7} of {:>7}", count.name, count.value, count.limit);
    }
    if std::env::args().any(|argument| argument == "--cycles") {
        for cycle in tree.cycles() {
            println!("\n{} files:\n{}", cycle.len(), cycle.join("\n"));
        }
    }
}
