// Fits the large figures of the cards of a page: the figures of a row have one size and one line, and a comparison without room becomes
// shorter. It measures the drawn texts, because the width of a text depends on its font.

/** Cards whose figure stands above other content, so that a centred figure of another card would stand lower. */
const WITH_MORE = '.card.has-details, .kpi'

/** `--chars` assumes a width of 2/3 em for a character (style.css); a figure gets 2 % more than its text. */
const CHARS_PER_EM = 1.5 * 1.02

/** The history of a KPI takes a third of the width. */
const BESIDE_HISTORY = 1.5

/** Pixels. A figure that is longer at this size is cut. */
const SMALLEST = 11

export function fitFigures(canvas: HTMLElement): void {
  const cards = [...canvas.querySelectorAll<HTMLElement>('.visual:is(.is-card, .is-cardVisual, .is-kpi)')].flatMap(
    (visual): Card[] => {
      const figures = [...visual.querySelectorAll<HTMLElement>('.figure-value')]
      return figures.length === 0 ? [] : [{ visual, figures }]
    },
  )
  for (const { visual } of cards) visual.style.removeProperty('--row-size')
  // Back to the size of the first drawing: small glyphs have whole pixels, so a measured width depends on the size.
  for (const { figures } of cards) for (const figure of figures) setChars(figure, wordsOf(figure).textContent.length)
  for (const { visual, figures } of cards) for (const figure of figures) measure(figure, visual)
  const sizes = new Map(cards.map(({ visual, figures }) => [visual, Math.min(...figures.map(fontSize))]))
  for (const row of Map.groupBy(cards, ({ visual }) => rowOf(visual)).values()) {
    const isMixed = row.length > 1 && row.some(({ visual }) => visual.querySelector(WITH_MORE) !== null)
    for (const { visual } of row) visual.classList.toggle('is-in-mixed-row', isMixed)
    const size = Math.min(...row.map(({ visual }) => sizes.get(visual) ?? Infinity))
    setSize(row, size)
    // Glyphs of small texts have whole pixels, so that a text may be wider than its share of the measured one.
    const excess = Math.max(...row.flatMap(({ figures }) => figures.map(excessOf)))
    if (excess > 1.01) setSize(row, Math.max(SMALLEST, size / excess - 0.2))
  }
  shorten(canvas)
}

type Card = { visual: HTMLElement; figures: HTMLElement[] }

function setSize(row: readonly Card[], size: number): void {
  for (const { visual } of row) visual.style.setProperty('--row-size', `${size.toFixed(2)}px`)
}

/** The width of a figure as a share of its room. */
const excessOf = (figure: HTMLElement) => textWidth(wordsOf(figure)) / Math.max(1, figure.clientWidth)

/** The text that is seen: the short one, if there is a long one for screen readers. */
const wordsOf = (figure: HTMLElement) => figure.querySelector('[aria-hidden]') ?? figure

const fontSize = (element: HTMLElement) => Number.parseFloat(getComputedStyle(element).fontSize)

/** Visuals beside each other: equal in their upper edge and their height. */
const rowOf = ({ style }: HTMLElement) =>
  `${Number.parseFloat(style.top).toFixed()} ${Number.parseFloat(style.height).toFixed()}`

/** Replaces the number of characters by the measured width of the text. */
function measure(figure: HTMLElement, visual: HTMLElement): void {
  const ems = textWidth(wordsOf(figure)) / fontSize(figure)
  // A frame that is not displayed has no widths.
  if (!Number.isFinite(ems) || ems === 0) return
  const share = visual.querySelector('.kpi.has-trend') ? BESIDE_HISTORY : 1
  setChars(figure, ems * CHARS_PER_EM, share)
}

function setChars(figure: HTMLElement, chars: number, share = 1): void {
  const value = (Math.max(4, chars) * share).toFixed(2)
  figure.style.setProperty('--chars', value)
  figure.closest<HTMLElement>('.card.has-details')?.style.setProperty('--chars', value)
}

/** The width of a text with its hidden part, in fractions of a pixel: `scrollWidth` is rounded, and an ellipsis is not. */
function textWidth(element: Element): number {
  const range = document.createRange()
  range.selectNodeContents(element)
  return range.getBoundingClientRect().width
}

/** Comparisons without room for all of their words show the figure without its label, or the distance to the goal without the goal. */
function shorten(canvas: HTMLElement): void {
  const texts = [...canvas.querySelectorAll<HTMLElement>('.kpi-goal, .card-details > li')]
  for (const text of texts) text.classList.remove('is-short')
  const cut = texts.filter((text) => {
    const words = text.querySelector('.kpi-goal-text') ?? text
    return textWidth(words) > words.getBoundingClientRect().width
  })
  for (const text of cut) text.classList.add('is-short')
}
