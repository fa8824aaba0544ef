// The first page of a report as a drawing of its visuals, without data: everybody sees the same, whatever rows they may read.
import classes from './cover.module.css'

type Kind = 'block' | 'card' | 'columns' | 'bars' | 'line' | 'pie' | 'table' | 'slicer' | 'text'
type Box = { x: number; y: number; width: number; height: number }

export type Outline = {
  /** Width of the page divided by its height. */
  ratio: number
  /** Places in thousandths of the page's width and height. */
  visuals: readonly (Box & { kind: Kind })[]
}

/** Width of the drawing. The height of a page follows from its ratio. */
const pageWidth = 320

export function CoverOutline({ outline: { ratio, visuals } }: { outline: Outline }) {
  const pageHeight = pageWidth / ratio
  return (
    <svg className={classes.outline} viewBox={`0 0 ${pageWidth} ${pageHeight}`} preserveAspectRatio="xMidYMin slice">
      {visuals.map((visual, index) => {
        const box = {
          x: (visual.x * pageWidth) / 1_000,
          y: (visual.y * pageHeight) / 1_000,
          width: (visual.width * pageWidth) / 1_000,
          height: (visual.height * pageHeight) / 1_000,
        }
        return <Visual key={index} kind={visual.kind} box={inset(box, visual.kind === 'text' ? 0 : 1.5)} />
      })}
    </svg>
  )
}

function Visual({ kind, box }: { kind: Kind; box: Box }) {
  if (kind === 'text') return <rect className={classes.ink} {...part(box, 0, 0.3, 0.45, 0.4)} rx={2} />
  return (
    <>
      <rect className={classes.sheet} {...box} rx={3} />
      {marks[kind](inset(box, Math.min(box.width, box.height) * 0.14))}
    </>
  )
}

const heights = [0.45, 0.7, 0.55, 0.9, 0.65, 0.8, 1, 0.75]

const marks: Record<Exclude<Kind, 'text'>, (box: Box) => React.ReactNode> = {
  block: (box) => <rect className={classes.pale} {...box} rx={2} />,
  card: (box) => (
    <>
      <rect className={classes.pale} {...part(box, 0, 0, 0.5, 0.18)} rx={1} />
      <rect className={classes.ink} {...part(box, 0, 0.42, 0.75, 0.42)} rx={1.5} />
    </>
  ),
  columns: (box) =>
    heights.map((height, index) => (
      <rect key={index} className={classes.tone} {...part(box, index / 8, 1 - height, 0.085, height)} />
    )),
  bars: (box) =>
    heights
      .slice(2, 7)
      .toSorted((one, other) => other - one)
      .map((length, index) => <rect key={index} className={classes.tone} {...part(box, 0, index / 5, length, 0.13)} />),
  line: (box) => (
    <polyline
      className={classes.stroke}
      points={heights
        .map((height, index) => `${box.x + (box.width * index) / 7},${box.y + box.height * (1 - height * 0.9)}`)
        .join(' ')}
    />
  ),
  pie: ({ x, y, width, height }) => {
    const radius = Math.min(width, height) * 0.36
    return (
      <circle className={classes.ring} cx={x + width / 2} cy={y + height / 2} r={radius} strokeWidth={radius / 2} />
    )
  },
  table: (box) => {
    const rows = Math.max(2, Math.floor(box.height / 9))
    return Array.from({ length: rows }, (_, row) => (
      <rect
        key={row}
        className={row === 0 ? classes.ink : classes.pale}
        {...part(box, 0, row / rows, 1, Math.min(0.5 / rows, 0.2))}
      />
    ))
  },
  slicer: (box) => <rect className={classes.pale} {...part(box, 0, 0.3, 1, 0.4)} rx={2} />,
}

const inset = ({ x, y, width, height }: Box, by: number): Box => ({
  x: x + by,
  y: y + by,
  width: Math.max(0, width - 2 * by),
  height: Math.max(0, height - 2 * by),
})

/** A part of a box, in shares of its width and height. */
const part = ({ x, y, width, height }: Box, left: number, top: number, wide: number, high: number): Box => ({
  x: x + width * left,
  y: y + height * top,
  width: width * wide,
  height: height * high,
})
