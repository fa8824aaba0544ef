// Shown when another person saved first: lists their changes, and asks which value to keep for fields that both changed. It saves nothing.
import { Alert, Button, Group, Modal, Radio, Stack, Text } from '@mantine/core'
import { IconGitMerge } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Difference } from './merge.ts'
import classes from './merge-dialog.module.css'
import { useValueText } from './value-text.ts'
import type { PhrasePrefix } from '../use-phrases.ts'

type MergeDialogProps = {
  phrasePrefix: PhrasePrefix
  label: (field: string) => string
  differences: Difference[]
  onClose: () => void
  /** The fields for which the other person's value is taken. */
  onMerge: (taken: ReadonlySet<string>) => void
}

export function MergeDialog({ phrasePrefix, label, differences, onClose, onMerge }: MergeDialogProps) {
  const { t } = useTranslation()
  const [taken, setTaken] = useState<ReadonlySet<string>>(new Set())
  const choose = (field: string, theirs: boolean) =>
    setTaken((before) => new Set(theirs ? [...before, field] : [...before].filter((each) => each !== field)))
  const others = differences.filter(({ kind }) => kind === 'theirs')
  const both = differences.filter(({ kind }) => kind === 'both')
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t('general.merge.title')}
      closeButtonProps={{ 'aria-label': t('general.action.close') }}
    >
      <Stack>
        <Alert variant="light" color="amber" c="var(--ink)" icon={<IconGitMerge aria-hidden />}>
          {t(both.length === 0 ? 'general.merge.nothingToChoose' : 'general.merge.text')}
        </Alert>
        {both.map((difference) => (
          <Choice
            key={difference.field}
            phrasePrefix={phrasePrefix}
            label={label(difference.field)}
            difference={difference}
            theirs={taken.has(difference.field)}
            onChoose={(theirs) => choose(difference.field, theirs)}
          />
        ))}
        {others.length === 0 ? null : <Others phrasePrefix={phrasePrefix} label={label} differences={others} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('general.action.cancel')}
          </Button>
          <Button onClick={() => onMerge(taken)} data-autofocus>
            {t('general.merge.apply')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

type ChoiceProps = {
  phrasePrefix: PhrasePrefix
  label: string
  difference: Difference
  theirs: boolean
  onChoose: (theirs: boolean) => void
}

function Choice({ phrasePrefix, label, difference: { field, mine, theirs: other }, theirs, onChoose }: ChoiceProps) {
  const { t } = useTranslation()
  const text = useValueText(phrasePrefix)
  return (
    <Radio.Group label={label} value={theirs ? 'theirs' : 'mine'} onChange={(value) => onChoose(value === 'theirs')}>
      <div className={classes.sides}>
        <Radio.Card value="mine" className={classes.side}>
          <Text size="xs" c="dimmed">
            {t('general.merge.mine')}
          </Text>
          {text(field, mine)}
        </Radio.Card>
        <Radio.Card value="theirs" className={classes.side}>
          <Text size="xs" c="dimmed">
            {t('general.merge.theirs')}
          </Text>
          {text(field, other)}
        </Radio.Card>
      </div>
    </Radio.Group>
  )
}

function Others({
  phrasePrefix,
  label,
  differences,
}: Pick<MergeDialogProps, 'phrasePrefix' | 'label' | 'differences'>) {
  const { t } = useTranslation()
  const text = useValueText(phrasePrefix)
  return (
    <div>
      <Text fw={600} size="sm">
        {t('general.merge.others')}
      </Text>
      <dl className={classes.others}>
        {differences.map(({ field, theirs }) => (
          <div key={field}>
            <dt>{label(field)}</dt>
            <dd>{text(field, theirs)}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
