// A plain text of several lines: line breaks are kept, and https addresses become links. It never reads HTML.
import { Anchor, Text } from '@mantine/core'
import { textParts } from './text-parts.ts'

export function LinkedText({ text }: { text: string }) {
  return (
    <Text component="div" size="sm" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
      {textParts(text).map(({ at, part, href }) =>
        href === null ? (
          part
        ) : (
          <Anchor key={at} href={href} target="_blank" rel="noopener noreferrer" inherit underline="always">
            {part}
          </Anchor>
        ),
      )}
    </Text>
  )
}
