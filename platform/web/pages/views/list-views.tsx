// Named views of a list: a person stores the present search, filters, order and columns under a name.
import { Button, Menu } from '@mantine/core'
import { IconBookmark, IconBookmarkPlus, IconCheck, IconSettings, IconStarFilled } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ToolLabel } from '#platform/web/ui/list-tools.tsx'
import type { ListView } from '#platform/contract/list-choice.ts'
import { isCurrentView, type KeptChoice } from './use-list-choice.ts'

/** Loaded when a person first saves or edits a view; few visits do. */
const ViewDialog = lazy(() => import('./view-dialog.tsx').then((module) => ({ default: module.ViewDialog })))

export type DisplayedList = { query: Record<string, string>; show: (query: Record<string, string>) => void }

type ListViewsProps = { list: DisplayedList; choice: KeptChoice }

export function ListViews({ list, choice }: ListViewsProps) {
  const { t } = useTranslation()
  const [dialog, setDialog] = useState<'save' | 'arrange' | null>(null)
  const { views, columns } = choice
  const present = views.find((view) => isCurrentView(view, list.query, columns))
  const show = ({ query, columns: viewColumns }: Pick<ListView, 'query' | 'columns'>) => {
    list.show(query)
    choice.keep({ columns: viewColumns })
  }
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <Button
            variant="default"
            title={t('general.view.open')}
            leftSection={<IconBookmark size={16} stroke={1.8} aria-hidden />}
          >
            {present ? present.name : <ToolLabel text={t('general.view.open')} />}
          </Button>
        </Menu.Target>
        <Menu.Dropdown mah="24rem">
          {views.length === 0 ? null : (
            <>
              <Menu.Item onClick={() => show({ query: {}, columns: null })}>{t('general.view.usual')}</Menu.Item>
              {views.map((view) => (
                <Menu.Item
                  key={view.name}
                  leftSection={view === present ? <IconCheck size={16} aria-hidden /> : <span style={{ width: 16 }} />}
                  rightSection={view.is_default ? <IconStarFilled size={12} aria-hidden /> : null}
                  onClick={() => show(view)}
                >
                  {view.name}
                </Menu.Item>
              ))}
              <Menu.Divider />
            </>
          )}
          <Menu.Item leftSection={<IconBookmarkPlus size={16} aria-hidden />} onClick={() => setDialog('save')}>
            {t('general.view.save')}
          </Menu.Item>
          {views.length === 0 ? null : (
            <Menu.Item leftSection={<IconSettings size={16} aria-hidden />} onClick={() => setDialog('arrange')}>
              {t('general.view.arrange')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <Suspense>
        {dialog === null ? null : (
          <ViewDialog what={dialog} query={list.query} choice={choice} onClose={() => setDialog(null)} />
        )}
      </Suspense>
    </>
  )
}
