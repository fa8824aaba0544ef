// Shows all columns of a matrix where less space between the numbers is enough. Elsewhere it keeps the total columns in view while the other
// columns scroll below them, where they leave room for others.

/** The share of the width that the row headers and the totals may take together. */
const MOST = 0.7

/** Call `fit` after each drawing. It also fits after each change of the host's size. */
export function createTotalKeeper(host: HTMLElement): { fit: () => void; dispose: () => void } {
  function fit(): void {
    const region = host.querySelector<HTMLElement>('.table-scroll')
    const table = region?.querySelector('table')
    if (!region || !table) return
    table.classList.remove('keeps-total', 'is-tight')
    const isWide = () => region.scrollWidth > region.clientWidth
    if (!isWide()) return
    table.classList.add('is-tight')
    if (!isWide()) return
    table.classList.remove('is-tight')
    const [head, ...cells] = table.tBodies[0]?.rows[0]?.cells ?? []
    const totals = cells.filter((cell) => cell.classList.contains('is-total'))
    const widths = totals.map((cell) => cell.getBoundingClientRect().width)
    const taken = (head?.getBoundingClientRect().width ?? 0) + widths.reduce((sum, width) => sum + width, 0)
    if (totals.length === 0 || taken > MOST * region.clientWidth) return
    // Each column stands beside those after it.
    let right = 0
    for (const [index, width] of [...widths.entries()].toReversed()) {
      table.style.setProperty(`--total-${index}`, `${right}px`)
      right += width
    }
    table.classList.add('keeps-total')
  }
  const observer = new ResizeObserver(fit)
  observer.observe(host)
  return { fit, dispose: () => observer.disconnect() }
}
