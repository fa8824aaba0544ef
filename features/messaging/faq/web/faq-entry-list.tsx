import { Button } from '@mantine/core'
import { IconArrowsSort, IconMessageQuestion } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { inLanguage } from '#catalogue/languages.ts'
import { ListPage, type RowOf } from '#platform/web/pages/list-page.tsx'
import { Beginning } from '#platform/web/pages/list-rows.tsx'
import { recordList } from '#platform/web/pages/record-place.ts'
import { useCan } from '#platform/web/session/use-session.ts'
import type { Column } from '#platform/web/ui/column.ts'
import { htmlText } from '#platform/web/ui/html-text.ts'
import { faqEntryCalls } from '../contract.ts'
import { faqPlace } from './faq-place.ts'

/** The dialog is loaded when the administrator changes the order. */
const FaqOrderDialog = lazy(() => import('./faq-order.tsx').then((module) => ({ default: module.FaqOrderDialog })))

export function FaqEntryList() {
  const { t } = useTranslation()
  const [ordering, setOrdering] = useState(false)
  const mayOrder = useCan('faq_entry.update')
  const list = { ...recordList(faqEntryCalls, faqPlace), icon: IconMessageQuestion }
  const columns = useColumns()
  return (
    <>
      <ListPage
        {...list}
        columns={columns}
        renderBegin={(state) => (
          <>
            {mayOrder && (state.answer?.total ?? 0) > 1 ? (
              <Button
                variant="default"
                leftSection={<IconArrowsSort size={16} stroke={1.8} aria-hidden />}
                onClick={() => setOrdering(true)}
              >
                {t('messaging.faq.order.open')}
              </Button>
            ) : null}
            <Beginning {...list} columns={columns} state={state} />
          </>
        )}
      />
      <Suspense>{ordering ? <FaqOrderDialog onClose={() => setOrdering(false)} /> : null}</Suspense>
    </>
  )
}

type Row = RowOf<typeof faqEntryCalls.list>

function useColumns(): Column<Row>[] {
  const { t, i18n } = useTranslation()
  return [
    {
      key: 'question',
      title: t('messaging.faq.field.question'),
      sort: 'name',
      cell: ({ question }) => inLanguage(question, i18n.language),
    },
    {
      key: 'answer',
      title: t('messaging.faq.field.answer'),
      wideOnly: true,
      cell: ({ answer }) => htmlText(inLanguage(answer, i18n.language)),
    },
    {
      key: 'position',
      title: t('messaging.faq.field.position'),
      sort: 'position',
      width: '7rem',
      align: 'end',
      cell: ({ position }) => position,
    },
  ]
}
