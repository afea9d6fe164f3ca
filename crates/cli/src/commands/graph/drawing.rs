//! Pictures of a graph.

use std::path::Path;
use std::process::ExitCode;

use clap::ValueEnum;
use grundy::core::{Limits, Play};
use grundy::graph::{GraphFile, values_under};
use grundy::render::graph_dot::dot;
use grundy::render::graph_steps::{moving_picture, step_pictures};
use grundy::render::graph_svg::{Style, svg};
use grundy::report::GraphPicture;

use crate::common::Common;
use crate::failure::Failure;
use crate::output;

/// Arguments that ask for a picture.
#[derive(clap::Args)]
#[command(
    next_help_heading = "Pictures (win red, lose blue, draw green; --remoteness and --values add numbers)"
)]
pub struct Pictures {
    /// The graph in DOT, with its outcomes; to standard output without OUT
    #[arg(long, value_name = "OUT", num_args = 0..=1, default_missing_value = "-", conflicts_with_all = CONFLICTS)]
    dot: Option<String>,

    /// A picture; to standard output without OUT
    #[arg(long, value_name = "OUT", num_args = 0..=1, default_missing_value = "-", conflicts_with_all = CONFLICTS)]
    svg: Option<String>,

    /// The algorithm, a picture for each step: DIR/step-000.svg and so on
    #[arg(long, value_name = "DIR", conflicts_with_all = CONFLICTS)]
    steps: Option<String>,

    /// The algorithm as one moving picture
    #[arg(long, value_name = "OUT", conflicts_with_all = CONFLICTS)]
    animate: Option<String>,

    /// How pictures are laid out
    #[arg(long, value_enum, default_value_t = LayoutStyle::Auto, value_name = "STYLE")]
    layout: LayoutStyle,
}

const CONFLICTS: [&str; 3] = ["start", "verify", "convert"];

/// How to place vertices.
#[derive(Clone, Copy, ValueEnum)]
enum LayoutStyle {
    /// Layers, unless too many moves would lead upwards
    Auto,
    /// Moves lead downwards where they can
    Layered,
    /// Near in the graph is near in the picture
    Force,
}

impl Pictures {
    /// Whether there is anything to draw.
    pub fn is_wanted(&self) -> bool {
        let Pictures {
            dot,
            svg,
            steps,
            animate,
            ..
        } = self;
        [dot, svg, steps, animate]
            .iter()
            .any(|wanted| wanted.is_some())
    }

    /// In `grundy graph --svg FILE` the file is the graph, and the picture goes to standard output.
    pub fn graph_taken_for_a_picture(&mut self) -> Option<String> {
        let taken = |wanted: &mut Option<String>| match wanted.as_deref() {
            None | Some("-") => None,
            Some(_) => wanted.replace("-".to_owned()),
        };
        taken(&mut self.svg).or_else(|| taken(&mut self.dot))
    }

    fn style(&self) -> Style {
        match self.layout {
            LayoutStyle::Auto => Style::Auto,
            LayoutStyle::Layered => Style::Layered,
            LayoutStyle::Force => Style::Force,
        }
    }
}

/// Draws what was asked for.
pub fn run(
    args: &super::Args,
    file: &GraphFile,
    play: Play,
    limits: &Limits,
    common: &Common,
) -> Result<ExitCode, Failure> {
    let values = if args.values {
        Some(values_under(file, play, limits).map_err(grundy::Error::from)?)
    } else {
        None
    };
    let solution = file.solve(play, limits).map_err(grundy::Error::from)?;
    let picture = GraphPicture {
        file,
        solution: &solution,
        play,
        remoteness: args.remoteness,
        values: values.as_ref(),
    };
    let (wanted, style) = (&args.drawing, args.drawing.style());
    if let Some(path) = &wanted.dot {
        write(path, &dot(&picture.drawing()), common)?;
    }
    if let Some(path) = &wanted.svg {
        picture
            .check_size()
            .map_err(|error| Failure::usage(error.to_string()))?;
        write(path, &svg(&picture.drawing(), style), common)?;
    }
    if wanted.steps.is_none() && wanted.animate.is_none() {
        return Ok(ExitCode::SUCCESS);
    }
    picture
        .check_size()
        .map_err(|error| Failure::usage(error.to_string()))?;
    let (start, steps) = picture.steps();
    if let Some(folder) = &wanted.steps {
        std::fs::create_dir_all(folder).map_err(|source| in_file(folder, source))?;
        let pictures = step_pictures(&start, &steps, style);
        for (number, text) in pictures.iter().enumerate() {
            let path = Path::new(folder).join(format!("step-{number:03}.svg"));
            std::fs::write(&path, text).map_err(|source| in_file(path, source))?;
        }
        common.note(format_args!(
            "wrote {} pictures to {folder}",
            pictures.len()
        ));
    }
    if let Some(path) = &wanted.animate {
        write(path, &moving_picture(&start, &steps, style), common)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn write(path: &str, picture: &str, common: &Common) -> Result<(), Failure> {
    output::write_picture(Path::new(path), picture, common)
}

fn in_file(path: impl AsRef<Path>, source: std::io::Error) -> Failure {
    let path = path.as_ref().to_owned();
    Failure::Grundy(grundy::Error::Io { path, source })
}
