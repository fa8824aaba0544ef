// The text that is read aloud in place of a picture (WCAG 2.2, 1.1.1): a field for the selected picture, and the way to one without text.
import { Button, Group, Text, TextInput } from '@mantine/core'
import type { Editor } from '@tiptap/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './rich-text.module.css'

export function PictureText({ editor }: { editor: Editor }) {
  const { t } = useTranslation()
  const [isAsked, setAsked] = useState(false)
  if (editor.isActive('image')) {
    return (
      <TextInput
        className={classes.picture}
        label={t('general.editor.pictureText')}
        description={t('general.editor.pictureTextHelp')}
        maxLength={200}
        ref={isAsked ? takeFocus : undefined}
        value={String(editor.getAttributes('image')['alt'] ?? '')}
        onChange={({ currentTarget: { value: alt } }) => editor.commands.updateAttributes('image', { alt })}
        onBlur={() => setAsked(false)}
      />
    )
  }
  const position = pictureWithoutText(editor)
  if (position === null) return null
  const describe = () => {
    setAsked(true)
    editor.commands.setNodeSelection(position)
  }
  return (
    <Group className={classes.picture} gap="xs">
      <Text size="sm">{t('general.editor.pictureSilent')}</Text>
      <Button size="compact-sm" variant="default" onClick={describe}>
        {t('general.editor.describe')}
      </Button>
    </Group>
  )
}

/** The field replaces the button that was pressed. */
const takeFocus = (field: HTMLInputElement | null) => field?.focus()

/** The position of the first picture without a text; null if every picture has one. */
function pictureWithoutText({ state }: Editor): number | null {
  let position: number | null = null
  state.doc.descendants((node, nodePosition) => {
    if (position === null && node.type.name === 'image' && !node.attrs['alt']) position = nodePosition
  })
  return position
}
