import { Button, Code, SegmentedControl, Text } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '#platform/web/session/use-session.ts'
import { copyText } from '#platform/web/ui/toasts.tsx'
import {
  type SnippetLanguage,
  exampleEmail,
  secretVariable,
  snippetLanguages,
  snippets,
} from './settings-embedded-snippets.ts'
import classes from './settings-page.module.css'

/** Programs to copy for the server of another site, with the host of this business unit. */
export function EmbeddedCode() {
  const { t } = useTranslation()
  const { user, mayEnterTenants } = useSession()
  const [language, setLanguage] = useState<SnippetLanguage>('Node.js')
  const { protocol, host } = location
  // Staff are none of the people of the business unit: embedded access refuses their address.
  const email = mayEnterTenants ? exampleEmail : user.email
  const code = snippets[language]({ protocol, host, email })
  return (
    <div className={classes.code}>
      <Text size="sm" fw={500} id="embedded-code">
        {t('organisation.settings.embedded.code')}
      </Text>
      <Text size="sm" c="dimmed">
        {t('organisation.settings.embedded.codeText', { variable: secretVariable })}
      </Text>
      <div className={classes.languages}>
        <SegmentedControl
          aria-labelledby="embedded-code"
          data={[...snippetLanguages]}
          value={language}
          onChange={(value) => setLanguage(snippetLanguages.find((each) => each === value) ?? 'Node.js')}
        />
      </div>
      <section className={classes.program} aria-label={language}>
        {/* The program text scrolls, so the keyboard must be able to focus it. */}
        <Code block tabIndex={0}>
          {code}
        </Code>
      </section>
      <div>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconCopy size={14} stroke={1.8} aria-hidden />}
          onClick={() => void copyText(code)}
        >
          {t('organisation.settings.embedded.copyCode')}
        </Button>
      </div>
    </div>
  )
}
