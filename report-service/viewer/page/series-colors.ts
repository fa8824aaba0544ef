// The colours of the series of a chart, made from one colour of a brand. Each is visible on the card and on the page, and no two look alike.
// Pure. Next: theme.ts.
import { difference, ofHue, readable } from './colors.ts'

/** A chart repeats the colours after this many series. */
const COUNT = 7
/** The least perceived difference of two series. Thin parts of a stack stay apart at this difference, also beside each other. */
export const APART = 10
/** The colours that go with a brand, the preferred first. */
const BESIDE_BRAND = ['#d97706', '#3b5b78', '#4a5fa5', '#8a8f5c', '#a16a5b', '#5c5470', '#b45309']
/** All hues in four lightnesses, for the series that no preferred colour is left for. */
const WHEEL = [0.42, 0.55, 0.68, 0.8].flatMap((lightness) =>
  Array.from({ length: 24 }, (_, step) => ofHue(step * 15, lightness)),
)

/** `far`: black on light grounds, white on dark ones. `ratio`: the least contrast with both grounds. */
type Grounds = { card: string; page: string; far: string; ratio: number }

export function seriesOf(brand: string, { card, page, far, ratio }: Grounds): string[] {
  const seen = (color: string) => readable(readable(color, card, far, ratio), page, far, ratio)
  const series = [seen(brand)]
  const apart = (color: string) => Math.min(...series.map((one) => difference(one, color)))
  for (const color of BESIDE_BRAND.map(seen)) if (apart(color) >= APART) series.push(color)
  const wheel = WHEEL.map(seen)
  while (series.length < COUNT) {
    const distances = wheel.map(apart)
    series.push(wheel[distances.indexOf(Math.max(...distances))] ?? far)
  }
  return series.slice(0, COUNT)
}
