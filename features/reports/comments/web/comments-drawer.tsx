// The comments of a report, beside it: the newest first, with a form above them.
import { Button, Checkbox, Drawer, Group, Menu, ActionIcon, Stack, Text, UnstyledButton } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { useCallQuery, useCallMutation } from '#platform/web/client/use-call.ts'
import { useSubmit } from '#platform/web/client/use-submit.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { LoadingBlock } from '#platform/web/ui/loading-block.tsx'
import { toastDone } from '#platform/web/ui/toasts.tsx'
import { addComment, listComments, removeComment, updateComment } from '../contract.ts'
import { CommentField } from './comment-field.tsx'
import { type MentionedPerson, namedIn, partsOf } from './comment-mentions.ts'
import classes from './comments.module.css'

type DrawerProps = {
  reportId: string
  /** The page that is open; null before the report has loaded. */
  page: { name: string; displayName: string } | null
  onShowPage: (name: string) => void
  onClose: () => void
}

/** The comments of a report, beside it. */
export function CommentsDrawer({ onClose, ...props }: DrawerProps) {
  const { t } = useTranslation()
  // A counter of sent comments is the key of the form, so that the next comment gets an empty form.
  const [sent, setSent] = useState(0)
  return (
    <Drawer
      opened
      position="right"
      size="26rem"
      onClose={onClose}
      title={t('reports.comments.title')}
      closeButtonProps={{ 'aria-label': t('general.action.close') }}
    >
      <Stack gap="lg">
        <NewComment key={sent} isNext={sent > 0} onSent={() => setSent(sent + 1)} {...props} />
        <Comments {...props} />
      </Stack>
    </Drawer>
  )
}

type PartProps = Omit<DrawerProps, 'onClose'>

type NewProps = Pick<PartProps, 'reportId' | 'page'> & { isNext: boolean; onSent: () => void }

function NewComment({ reportId, page, isNext, onSent }: NewProps) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [people, setPeople] = useState<MentionedPerson[]>([])
  const [isOfPage, setOfPage] = useState(false)
  const submission = useSubmit(addComment, {
    values: { text },
    label: () => t('reports.comments.field.text'),
    onDone: onSent,
  })
  const send = (event: FormEvent) => {
    event.preventDefault()
    const pageFields = isOfPage && page ? { page: page.name, page_name: page.displayName.trim() || page.name } : {}
    submission.submit({ reportId, text, mentions: idsOf(namedIn(text, people)), ...pageFields })
  }
  return (
    <form onSubmit={send} noValidate>
      <Stack gap="sm">
        {submission.refusal === null ? null : (
          <Text role="alert" size="sm" c="var(--danger)">
            {submission.refusal.message}
          </Text>
        )}
        <CommentField
          reportId={reportId}
          takesFocus={isNext}
          label={t('reports.comments.write')}
          error={submission.faults['text']}
          value={text}
          onChange={(written, mentioned) => {
            setText(written)
            if (mentioned) setPeople((known) => withPerson(known, mentioned))
          }}
        />
        {page ? (
          <Checkbox
            label={t('reports.comments.ofPage', { page: page.displayName || page.name })}
            checked={isOfPage}
            onChange={({ currentTarget: { checked } }) => setOfPage(checked)}
          />
        ) : null}
        <Group justify="flex-end">
          <Button type="submit" loading={submission.busy}>
            {t('reports.comments.send')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

const idsOf = (people: readonly MentionedPerson[]) => people.map(({ id }) => id)
const withPerson = (known: MentionedPerson[], person: MentionedPerson) =>
  known.some(({ id }) => id === person.id) ? known : [...known, person]

type Comment = ReceivedOf<typeof listComments>['data'][number]

function Comments({ reportId, onShowPage }: PartProps) {
  const { t } = useTranslation()
  const { data, error, refetch } = useCallQuery(listComments, { reportId })
  if (error) return <FailedState failure={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingBlock height={120} />
  if (data.data.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t('reports.comments.empty')}
      </Text>
    )
  }
  return <CommentPage reportId={reportId} page={data} onShowPage={onShowPage} />
}

type CommentPageProps = Pick<PartProps, 'reportId' | 'onShowPage'> & { page: ReceivedOf<typeof listComments> }

/** One page of comments, and a button that loads the older ones. */
function CommentPage({ reportId, page: { data, has_more }, onShowPage }: CommentPageProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const last = data.at(-1)
  return (
    <>
      <ul className={classes.comments} aria-label={t('reports.comments.title')}>
        {data.map((comment) => (
          <li key={comment.id} className={classes.comment}>
            <CommentCard reportId={reportId} comment={comment} onShowPage={onShowPage} />
          </li>
        ))}
      </ul>
      {has_more && !isOpen ? (
        <Button variant="default" onClick={() => setOpen(true)}>
          {t('reports.comments.older')}
        </Button>
      ) : null}
      {isOpen && last ? <OlderComments reportId={reportId} before={last.id} onShowPage={onShowPage} /> : null}
    </>
  )
}

function OlderComments({ reportId, before, onShowPage }: Omit<CommentPageProps, 'page'> & { before: string }) {
  const { data, error, refetch } = useCallQuery(listComments, { reportId, before })
  if (error) return <FailedState failure={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingBlock height={120} />
  return <CommentPage reportId={reportId} page={data} onShowPage={onShowPage} />
}

type CardProps = Pick<PartProps, 'reportId' | 'onShowPage'> & { comment: Comment }

function CommentCard({ reportId, comment, onShowPage }: CardProps) {
  const { t } = useTranslation()
  const { dateTime } = useFormats()
  const [isEditing, setEditing] = useState(false)
  const { author, text, mentions, page, page_name, created_at, edited_at, can } = comment
  const removal = useCallMutation(removeComment, { onDone: () => toastDone() })
  return (
    <article>
      <header className={classes.head}>
        <div className={classes.who}>
          <strong>{author ?? t('reports.comments.nobody')}</strong>
          <span className={classes.quiet}>
            {dateTime(created_at)}
            {edited_at ? ` · ${t('reports.comments.edited')}` : ''}
          </span>
        </div>
        {can.length > 0 ? (
          <Menu position="bottom-end" withinPortal>
            <Menu.Target>
              <ActionIcon
                variant="subtle"
                color="gray"
                size={36}
                aria-label={t('reports.comments.more', { name: author ?? t('reports.comments.nobody') })}
              >
                <IconDots size={18} stroke={1.7} aria-hidden />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              {can.includes('update') ? (
                <Menu.Item onClick={() => setEditing(true)}>{t('general.action.edit')}</Menu.Item>
              ) : null}
              {can.includes('remove') ? (
                <Menu.Item color="red" onClick={() => removal.mutate({ id: comment.id })}>
                  {t('general.action.remove')}
                </Menu.Item>
              ) : null}
            </Menu.Dropdown>
          </Menu>
        ) : null}
      </header>
      {page === null ? null : (
        <UnstyledButton className={classes.page} onClick={() => onShowPage(page)}>
          {t('reports.comments.page', { page: page_name ?? page })}
        </UnstyledButton>
      )}
      {isEditing ? (
        <EditComment reportId={reportId} comment={comment} onClose={() => setEditing(false)} />
      ) : (
        <p className={classes.text}>
          {partsOf(text, mentions).map(({ text: part, isName }, index) =>
            isName ? <strong key={index}>{part}</strong> : <span key={index}>{part}</span>,
          )}
        </p>
      )}
    </article>
  )
}

type EditProps = Pick<PartProps, 'reportId'> & { comment: Comment; onClose: () => void }

function EditComment({ reportId, comment: { id, text: before, mentions }, onClose }: EditProps) {
  const { t } = useTranslation()
  const [text, setText] = useState(before)
  const [people, setPeople] = useState<MentionedPerson[]>(mentions)
  const submission = useSubmit(updateComment, {
    values: { text },
    label: () => t('reports.comments.field.text'),
    onDone: onClose,
  })
  const save = (event: FormEvent) => {
    event.preventDefault()
    submission.submit({ id, text, mentions: idsOf(namedIn(text, people)) })
  }
  return (
    <form onSubmit={save} noValidate>
      <Stack gap="xs">
        <CommentField
          reportId={reportId}
          label={t('reports.comments.field.text')}
          error={submission.faults['text'] ?? submission.refusal?.message}
          value={text}
          onChange={(written, mentioned) => {
            setText(written)
            if (mentioned) setPeople((known) => withPerson(known, mentioned))
          }}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('general.action.cancel')}
          </Button>
          <Button type="submit" loading={submission.busy}>
            {t('general.action.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
