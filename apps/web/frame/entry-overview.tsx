// The overview of a menu entry: its screens as tiles. The menu leads here if the person may open several of them.
import { useLocation } from '@tanstack/react-router'
import type { ParseKeys } from 'i18next'
import { useContext } from 'react'
import { useTranslation } from 'react-i18next'
import { besideLabel } from '#platform/web/routing/beside-label.ts'
import { PathLink } from '#platform/web/routing/path.tsx'
import { useSession } from '#platform/web/session/use-session.ts'
import { PageHeader } from '#platform/web/ui/page-header.tsx'
import classes from './entry-overview.module.css'
import { MenuContext } from './menu-context.ts'
import { spotOf } from './menu.ts'
import { RefusedPage } from './notice-pages.tsx'
import { overviewIcons } from './overview-icons.ts'

export function EntryOverview() {
  const { t, i18n } = useTranslation()
  const { pathname } = useLocation()
  const isUnit = useSession().tenantId !== null
  const item = spotOf(useContext(MenuContext), pathname)?.item
  const purposeOf = (label: ParseKeys) =>
    (isUnit ? '' : besideLabel(i18n, label, 'purposeOfPartner')) || besideLabel(i18n, label, 'purpose')
  if (!item) return <RefusedPage />
  return (
    <>
      <PageHeader title={t(item.label)} />
      <ul className={classes.tiles}>
        {item.screens.map(({ path, label }) => {
          const Icon = overviewIcons[path] ?? item.icon
          return (
            <li key={path}>
              <PathLink to={path} className={classes.tile}>
                <span className={classes.icon}>
                  <Icon size={20} stroke={1.7} />
                </span>
                <span className={classes.words}>
                  <strong className={classes.title}>{t(label)}</strong>
                  <span className={classes.text}>{purposeOf(label)}</span>
                </span>
              </PathLink>
            </li>
          )
        })}
      </ul>
    </>
  )
}
