// The page of the questions. Signed-in people see it inside the portal, with the questions of their business unit; everybody else as a
// separate page.
import { Accordion, Anchor, Button, TextInput } from '@mantine/core'
import { IconHelpCircle, IconPlus, IconSearch } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { inLanguage } from '#catalogue/languages.ts'
import { plain } from '#platform/contract/plain.ts'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { PathLink } from '#platform/web/routing/path.tsx'
import { useCaches, useCan } from '#platform/web/session/use-session.ts'
import { EmptyState } from '#platform/web/ui/empty-state.tsx'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { htmlText } from '#platform/web/ui/html-text.ts'
import { PageHeader } from '#platform/web/ui/page-header.tsx'
import { RichText } from '#platform/web/ui/rich-text.tsx'
import { readFaq, readOwnFaq } from '../contract.ts'
import { faqPlace } from './faq-place.ts'
import classes from './faq-page.module.css'

export function FaqPage() {
  const isSignedIn = useCaches().user() !== null
  return isSignedIn ? <OwnFaq /> : <PublicFaq />
}

function OwnFaq() {
  const { t } = useTranslation()
  const { data, error, refetch } = useCallQuery(readOwnFaq, {})
  const mayAdd = useCan('faq_entry.add')
  return (
    <>
      <PageHeader title={t('messaging.faq.page.title')} text={t('messaging.faq.page.purpose')} />
      {error ? <FailedState failure={error} onRetry={() => void refetch()} /> : null}
      {data ? <Questions entries={data} mayAdd={mayAdd} /> : null}
      <WindowHelp />
    </>
  )
}

function PublicFaq() {
  const { t } = useTranslation()
  const { data, error, refetch } = useCallQuery(readFaq, {})
  return (
    <>
      <h1 className={classes.title}>{t('messaging.faq.page.title')}</h1>
      {error ? <FailedState failure={error} onRetry={() => void refetch()} /> : null}
      {data ? <Questions entries={data} /> : null}
      <WindowHelp />
      <Button component={PathLink} to="/signin" variant="default" size="md" mt="lg">
        {t('identity.signIn.toSignIn')}
      </Button>
    </>
  )
}

/** Links to the help about pop-ups: pages embedded in the portal may open windows, and only the browser knows that it blocked one. */
function WindowHelp() {
  const { t } = useTranslation()
  return (
    <p>
      <Anchor component={PathLink} to="/popup_blocked" size="sm" underline="always">
        {t('messaging.faq.page.popup')}
      </Anchor>
    </p>
  )
}

type Entry = ReceivedOf<typeof readFaq>[number] & { of_unit?: boolean }

type QuestionsProps = {
  entries: readonly Entry[]
  /** True when the person may write questions; without any question the page then offers to add one. */
  mayAdd?: boolean
}

function Questions({ entries, mayAdd = false }: QuestionsProps) {
  const { t, i18n } = useTranslation()
  const [search, setSearch] = useState('')
  const searchableEntries = useMemo(
    () =>
      entries.map((entry) => {
        const question = inLanguage(entry.question, i18n.language)
        const answer = inLanguage(entry.answer, i18n.language)
        return { id: entry.id, question, answer, searchText: plain(`${question} ${htmlText(answer)}`) }
      }),
    [entries, i18n.language],
  )
  if (entries.length === 0) {
    return (
      <EmptyState
        title={t('general.list.none')}
        text={t(mayAdd ? 'messaging.faq.empty' : 'messaging.faq.page.empty')}
        icon={<IconHelpCircle size={22} stroke={1.6} aria-hidden />}
      >
        {mayAdd ? (
          <Button component={PathLink} to={`${faqPlace.path}/add`} leftSection={<IconPlus size={16} aria-hidden />}>
            {t('messaging.faq.add')}
          </Button>
        ) : undefined}
      </EmptyState>
    )
  }
  const searched = plain(search).split(/\s+/).filter(Boolean)
  const found = searchableEntries.filter(({ searchText }) => searched.every((word) => searchText.includes(word)))
  return (
    <div className={classes.questions}>
      <TextInput
        type="search"
        label={t('messaging.faq.page.search')}
        leftSection={<IconSearch size={16} aria-hidden />}
        maxLength={200}
        value={search}
        onChange={({ currentTarget: { value } }) => setSearch(value)}
        mb="md"
      />
      {found.length === 0 ? (
        <EmptyState title={t('general.list.empty')} text={t('general.list.emptySearch', { search })} />
      ) : (
        <Accordion multiple variant="separated" order={2}>
          {found.map(({ id, question, answer }) => (
            <Accordion.Item key={id} value={id}>
              <Accordion.Control>{question}</Accordion.Control>
              <Accordion.Panel>
                <RichText html={answer} />
              </Accordion.Panel>
            </Accordion.Item>
          ))}
        </Accordion>
      )}
    </div>
  )
}
