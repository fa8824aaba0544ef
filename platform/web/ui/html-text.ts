/** The words of HTML without markup, in one line: for searches and for the cells of lists. A parsed document runs and loads nothing. */
export function htmlText(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  // Blocks stand apart from each other on a page, and so do their words here.
  for (const block of body.querySelectorAll('p, br, h1, h2, h3, h4, li, blockquote, pre, div, td, th, hr'))
    block.after(' ')
  return body.textContent.replace(/\s+/g, ' ').trim()
}
