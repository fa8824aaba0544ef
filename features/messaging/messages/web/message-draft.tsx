// A wish from which the language model drafts the notification. The draft goes into the form, where the person reads and changes it; it can be
// undone. Loaded only where the business unit has a model.
import { Alert, Button, Group, NativeSelect, Stack, Text, Textarea } from '@mantine/core'
import { IconSparkles } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Language, languages, noTexts } from '#catalogue/languages.ts'
import { useCallMutation } from '#platform/web/client/use-call.ts'
import { useLanguage } from '#platform/web/language/language.ts'
import { languageNames } from '#platform/web/language/language-names.ts'
import { useForm } from '#platform/web/pages/form-page.tsx'
import { draftMessage, maxWish } from '../contract.ts'

type MessageDraftProps = { host: string; model: string }

export function MessageDraft({ host, model }: MessageDraftProps) {
  const { t } = useTranslation()
  const { values, set } = useForm()
  const [wish, setWish] = useState('')
  const [language, setLanguage] = useState<Language>(useLanguage())
  /** The texts before the draft was inserted. */
  const [before, setBefore] = useState<{ title: unknown; body: unknown } | null>(null)
  const draft = useCallMutation(draftMessage, {
    onDone: ({ title, html }, asked) => {
      setBefore({ title: values['title'], body: values['body'] })
      set({
        title: { ...noTexts, ...(values['title'] as object), [asked.language]: title },
        body: { ...noTexts, ...(values['body'] as object), [asked.language]: html },
      })
    },
  })
  const undo = () => {
    if (before) set(before)
    setBefore(null)
  }
  return (
    <Stack gap="xs" component="fieldset" m={0} p="md" style={{ border: '1px solid var(--line)', borderRadius: 8 }}>
      <Text component="legend" size="sm" fw={500} px={4}>
        {t('messaging.messages.draft.title')}
      </Text>
      <Textarea
        label={t('messaging.messages.field.wish')}
        placeholder={t('messaging.messages.draft.example')}
        autosize
        minRows={2}
        maxLength={maxWish}
        value={wish}
        onChange={({ currentTarget: { value } }) => setWish(value)}
      />
      <Group gap="sm" align="end">
        <NativeSelect
          label={t('messaging.messages.field.language')}
          data={languages.map((value) => ({ value, label: languageNames[value] }))}
          value={language}
          onChange={({ currentTarget: { value } }) => setLanguage(value as Language)}
        />
        <Button
          variant="default"
          leftSection={<IconSparkles size={16} stroke={1.8} aria-hidden />}
          disabled={wish.trim() === ''}
          loading={draft.isPending}
          onClick={() => draft.mutate({ wish, language })}
        >
          {t('messaging.messages.draft.action')}
        </Button>
      </Group>
      <Text size="xs" c="var(--ink-quiet)">
        {t('assistant.aiAccounts.sentTo', { host, model })}
      </Text>
      <div aria-live="polite">
        {before === null ? null : (
          <Alert variant="light" color="gray" c="var(--ink)">
            <Group justify="space-between">
              {t('messaging.messages.draft.done')}
              <Button size="compact-sm" variant="subtle" onClick={undo}>
                {t('messaging.messages.draft.undo')}
              </Button>
            </Group>
          </Alert>
        )}
      </div>
    </Stack>
  )
}
