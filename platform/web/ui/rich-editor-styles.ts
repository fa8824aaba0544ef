// Inline styles in the editor: imported HTML keeps them while a person goes on writing. The server decides which ones are stored.
import { Extension, Mark, mergeAttributes } from '@tiptap/core'

/** The attribute `style` of an element, as it was given. */
export const styleAttribute = {
  default: null,
  parseHTML: (element: HTMLElement) => element.getAttribute('style'),
  renderHTML: ({ style: value }: Record<string, unknown>) =>
    typeof value === 'string' && value !== '' ? { style: value } : {},
}

/** Styles of blocks: a centred paragraph, a coloured heading. */
export const BlockStyles = Extension.create({
  name: 'blockStyles',
  addGlobalAttributes: () => [
    {
      types: ['paragraph', 'heading', 'blockquote', 'bulletList', 'orderedList', 'listItem', 'image'],
      attributes: { style: styleAttribute },
    },
  ],
})

/** Styles of words: `<span style="color: …">`. */
export const SpanStyles = Mark.create({
  name: 'spanStyles',
  addAttributes: () => ({ style: styleAttribute }),
  parseHTML: () => [{ tag: 'span[style]' }],
  renderHTML: ({ HTMLAttributes }) => ['span', mergeAttributes(HTMLAttributes), 0],
})
