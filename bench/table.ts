/** A text table for a terminal: the first column left-aligned, the others right-aligned. */
export function table(title: string, head: string[], lines: string[][]): string {
  const widths = head.map((word, column) => Math.max(word.length, ...lines.map((line) => (line[column] ?? '').length)))
  const row = (line: string[]) =>
    widths
      .map((width, column) =>
        column === 0 ? (line[column] ?? '').padEnd(width) : (line[column] ?? '').padStart(width),
      )
      .join('  ')
      .trimEnd()
  return ['', title, row(head), row(widths.map((width) => '─'.repeat(width))), ...lines.map(row), ''].join('\n')
}
