//! A page in parts that a window can lay out: blocks of pieces of text.
//!
//! The look of a part is left to the window.

use pulldown_cmark::{CodeBlockKind, Event, Tag, TagEnd};

use super::parser;

/// A part of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PageBlock {
    /// A heading with its index among the headings of the page.
    Heading {
        level: u8,
        number: usize,
        pieces: Vec<PagePiece>,
    },
    Paragraph {
        indent: usize,
        bullet: Option<String>,
        pieces: Vec<PagePiece>,
    },
    /// Lines as written, and their language.
    Code {
        language: String,
        text: String,
    },
    /// A picture by its link, and its description in words.
    Picture {
        link: String,
        words: String,
    },
    /// Rows of cells; the first row is its head.
    Table(Vec<Vec<Vec<PagePiece>>>),
}

/// Words with the same look.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PagePiece {
    pub words: String,
    pub look: PageLook,
    /// Target of the link, if it is one.
    pub link: Option<String>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PageLook {
    pub strong: bool,
    pub slanted: bool,
    pub code: bool,
}

/// Returns the parts of a page in their order.
pub fn blocks(text: &str) -> Vec<PageBlock> {
    let mut reader = BlockReader::default();
    parser(text).for_each(|event| reader.read(event));
    reader.close();
    reader.blocks
}

#[derive(Default)]
struct BlockReader {
    blocks: Vec<PageBlock>,
    pieces: Vec<PagePiece>,
    look: PageLook,
    link: Option<String>,
    /// Next number of each open list; `None` for bullets.
    lists: Vec<Option<u64>>,
    bullet: Option<String>,
    heading: Option<u8>,
    headings: usize,
    code: Option<(String, String)>,
    picture: Option<(String, String)>,
    table: Vec<Vec<Vec<PagePiece>>>,
}

impl BlockReader {
    fn read(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(tag) => self.end(tag),
            Event::Text(words) => self.words(&words, false),
            Event::Code(words) => self.words(&words, true),
            Event::SoftBreak | Event::HardBreak => self.words(" ", false),
            _ => {}
        }
    }

    fn words(&mut self, words: &str, code: bool) {
        if let Some((_, text)) = &mut self.code {
            text.push_str(words);
        } else if let Some((_, text)) = &mut self.picture {
            text.push_str(words);
        } else {
            let look = PageLook { code, ..self.look };
            if let Some(last) = self.pieces.last_mut()
                && (last.look, &last.link) == (look, &self.link)
            {
                return last.words.push_str(words);
            }
            self.pieces.push(PagePiece { words: words.to_owned(), look, link: self.link.clone() });
        }
    }

    fn start(&mut self, tag: Tag<'_>) {
        match tag {
            Tag::Heading { level, .. } => {
                self.close();
                self.heading = Some(level as u8);
            }
            Tag::List(first) => {
                self.close();
                self.lists.push(first);
            }
            Tag::Item => {
                self.close();
                self.bullet = Some(match self.lists.last_mut() {
                    Some(Some(number)) => {
                        *number += 1;
                        format!("{}.", *number - 1)
                    }
                    _ => "•".to_owned(),
                });
            }
            Tag::CodeBlock(kind) => {
                self.close();
                let language = match kind {
                    CodeBlockKind::Fenced(language) => language.to_string(),
                    CodeBlockKind::Indented => String::new(),
                };
                self.code = Some((language, String::new()));
            }
            Tag::Image { dest_url, .. } => self.picture = Some((dest_url.into(), String::new())),
            Tag::Link { dest_url, .. } => self.link = Some(dest_url.into()),
            Tag::Strong => self.look.strong = true,
            Tag::Emphasis => self.look.slanted = true,
            Tag::TableHead | Tag::TableRow => self.table.push(Vec::new()),
            Tag::Paragraph => self.close(),
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Heading(_) | TagEnd::Paragraph | TagEnd::Item => self.close(),
            TagEnd::List(_) => {
                self.close();
                self.lists.pop();
            }
            TagEnd::CodeBlock => {
                if let Some((language, text)) = self.code.take() {
                    self.blocks
                        .push(PageBlock::Code { language, text: text.trim_end().to_owned() });
                }
            }
            TagEnd::Image => {
                self.close();
                if let Some((link, words)) = self.picture.take() {
                    self.blocks.push(PageBlock::Picture { link, words });
                }
            }
            TagEnd::Link => self.link = None,
            TagEnd::Strong => self.look.strong = false,
            TagEnd::Emphasis => self.look.slanted = false,
            TagEnd::TableCell => {
                let cell = std::mem::take(&mut self.pieces);
                if let Some(row) = self.table.last_mut() {
                    row.push(cell);
                }
            }
            TagEnd::Table => self.blocks.push(PageBlock::Table(std::mem::take(&mut self.table))),
            _ => {}
        }
    }

    /// Ends the open paragraph or heading.
    fn close(&mut self) {
        let pieces = std::mem::take(&mut self.pieces);
        if pieces.is_empty() {
            return;
        }
        self.blocks.push(match self.heading.take() {
            Some(level) => {
                self.headings += 1;
                PageBlock::Heading { level, number: self.headings - 1, pieces }
            }
            None => {
                let bullet = self.bullet.take();
                PageBlock::Paragraph { indent: self.lists.len(), bullet, pieces }
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(pieces: &[PagePiece]) -> String {
        pieces.iter().map(|piece| piece.words.as_str()).collect()
    }

    #[test]
    fn a_page_falls_into_its_parts() {
        let text = "# Title\n\nOne **two** [three](a.md).\n\n1. first\n2. second\n\n   more\n\n![A \
                    board](b.svg)\n\n```sh\nfoolproof\n```\n\n| a | b |\n| - | - |\n| c | `d` |\n";
        let blocks = blocks(text);
        let kinds: Vec<String> = blocks
            .iter()
            .map(|block| match block {
                PageBlock::Heading { level, pieces, .. } => format!("{level} {}", words(pieces)),
                PageBlock::Paragraph { indent, bullet, pieces } => {
                    format!("{indent} {} {}", bullet.clone().unwrap_or_default(), words(pieces))
                }
                PageBlock::Code { language, text } => format!("{language}: {text}"),
                PageBlock::Picture { link, words } => format!("{link}: {words}"),
                PageBlock::Table(rows) => {
                    let cells = rows.iter().flatten().map(|cell| words(cell));
                    cells.collect::<Vec<_>>().join("|")
                }
            })
            .collect();
        assert_eq!(
            kinds,
            [
                "1 Title", "0  One two three.", "1 1. first", "1 2. second", "1  more",
                "b.svg: A board", "sh: foolproof", "a|b|c|d"
            ]
        );
        let PageBlock::Paragraph { pieces, .. } = &blocks[1] else { panic!("a paragraph") };
        let links: Vec<_> = pieces.iter().map(|piece| piece.link.as_deref()).collect();
        assert_eq!(links, [None, None, None, Some("a.md"), None]);
        assert!(pieces[1].look.strong && !pieces[0].look.strong);
    }
}
