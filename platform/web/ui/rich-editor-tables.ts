// Tables and divisions in the editor: imported HTML keeps them, and a person goes on writing in their cells. There is no button for a new
// table. The elements and attributes are those of platform/contract/html.ts.
import { mergeAttributes, Node, type NodeConfig } from '@tiptap/core'
import { styleAttribute } from './rich-editor-styles.ts'

const tagged = (name: string, tag: string, options: Partial<NodeConfig>) =>
  Node.create({
    name,
    parseHTML: () => [{ tag }],
    renderHTML: ({ HTMLAttributes }) => [tag, mergeAttributes(HTMLAttributes), 0],
    addAttributes: () => ({ style: styleAttribute }),
    ...options,
  })

const span = (name: string) => ({
  default: null,
  parseHTML: (element: HTMLElement) => element.getAttribute(name),
  renderHTML: ({ [name]: value }: Record<string, unknown>) => (typeof value === 'string' ? { [name]: value } : {}),
})

/** The cursor leaves a cell by arrow keys or the pointer; deleting at its edge does not merge it with its neighbour. */
const cell = {
  content: 'block+',
  isolating: true,
  addAttributes: () => ({ style: styleAttribute, colspan: span('colspan'), rowspan: span('rowspan') }),
}

export const tables = [
  tagged('table', 'table', { group: 'block', content: '(tableHead | tableBody)+', isolating: true }),
  tagged('tableHead', 'thead', { content: 'tableRow+' }),
  tagged('tableBody', 'tbody', { content: 'tableRow+' }),
  tagged('tableRow', 'tr', { content: '(tableCell | tableHeader)*' }),
  tagged('tableCell', 'td', cell),
  tagged('tableHeader', 'th', cell),
  tagged('division', 'div', { group: 'block', content: 'block+' }),
]
