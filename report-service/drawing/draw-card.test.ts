// What the drawing of a KPI in an export contains.
import { describe, expect, it } from 'vitest'
import { deriveTheme, overlayTheme } from '../viewer/page/theme.ts'
import { createSpeech } from '../viewer/phrases/speech.ts'
import type { Visual } from '../report/definition.ts'
import { SAMPLE_REPORT, answerVisual } from '../viewer/testing/sample-report.ts'
import type { Drawing } from '../viewer/visuals/renderer.ts'
import { drawKpi } from './draw-card.ts'

const BOX = { x: 10, y: 10, width: 240, height: 100 }

function draw(more: Partial<Visual> = {}, { host, box = BOX }: { host?: object; box?: typeof BOX } = {}): string {
  const visual = SAMPLE_REPORT.pages.flatMap(({ visuals }) => visuals).find(({ type }) => type === 'kpi')
  if (!visual) throw new Error('The sample report has no KPI.')
  const drawing: Drawing = {
    visual: { ...visual, ...more },
    speech: createSpeech('en-US', 'en-US'),
    theme: deriveTheme(overlayTheme(SAMPLE_REPORT.theme, host)),
    textScale: 1,
    answer: answerVisual({ page: 'ReportSection 2', visual: visual.name, filters: [] }),
    highlighted: null,
    values: null,
    picked: [],
    sort: null,
    slicer: [],
    isNarrow: false,
  }
  return drawKpi(drawing, box).svg
}

const textsIn = (svg: string) =>
  [...svg.matchAll(/<text[^>]*>([^<]*)</g)].map(([, text = '']) => text.replaceAll(/\s/g, ' '))

describe('the drawing of a KPI', () => {
  it('has the value, its period, the distance to the goal, and the trend as a line with an area', () => {
    const svg = draw()
    expect(textsIn(svg)).toEqual(['21', '2013', '16.7% above the goal of 18'])
    expect(svg.match(/<poly(?:gon|line)/g)).toEqual(['<polygon', '<polyline'])
  })
  it('leaves out the trend and the goal that its author hides', () => {
    const svg = draw({ kpi: { hidesTrend: true, hidesGoal: true, hidesDistance: true } })
    expect(textsIn(svg)).toEqual(['21', '2013'])
    expect(svg).not.toContain('<poly')
  })
  it('leaves out the period of a low frame', () => {
    expect(textsIn(draw({}, { box: { ...BOX, height: 60 } }))).toEqual(['21', '16.7% above the goal of 18'])
  })
  it('marks a missed goal with another sign and another colour, in light and dark', () => {
    const missed: Partial<Visual> = { kpi: { isLowGood: true } }
    const signOf = (svg: string) => /<path d="([^"]*)"/.exec(svg)?.[1]
    expect(signOf(draw(missed))).not.toBe(signOf(draw()))
    expect(draw(missed)).toContain('#b45309')
    expect(draw()).not.toContain('#b45309')
    const dark = { themeJson: { background: '#10141c', foreground: '#f2f4f8' } }
    expect(draw(missed, { host: dark })).toContain('#f0a54a')
  })
  it('draws every point inside of its frame', () => {
    const points = [...draw().matchAll(/points="([^"]*)"/g)].flatMap(([, found = '']) => found.split(' '))
    expect(points.length).toBeGreaterThan(4)
    for (const [x = NaN, y = NaN] of points.map((point) => point.split(',').map(Number))) {
      expect(x).toBeGreaterThanOrEqual(BOX.x)
      expect(x).toBeLessThanOrEqual(BOX.x + BOX.width)
      expect(y).toBeGreaterThanOrEqual(BOX.y)
      expect(y).toBeLessThanOrEqual(BOX.y + BOX.height)
    }
  })
})
