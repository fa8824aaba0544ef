import type { ReactNode } from 'react'
import type { ReceivedOf } from '#platform/contract/call.ts'
import type { AppItem, openApp } from '../contract.ts'
import classes from './app-mark.module.css'
import { AppMark } from './app-mark.tsx'

type FrameProps = {
  app: Omit<ReceivedOf<typeof openApp>, 'id'>
  renderItem: (item: AppItem) => ReactNode
  children: ReactNode
}

/** The navigation of an app, and the content beside it. */
export function AppFrame({ app: { name, icon, color, sections }, renderItem, children }: FrameProps) {
  return (
    <div className={classes.app} data-color={color}>
      <nav aria-label={name}>
        <div className={classes.head}>
          <AppMark icon={icon} color={color} />
          <h1 className={classes.title}>{name}</h1>
        </div>
        {sections.map((section) => (
          <section key={section.id} {...(section.title === '' ? {} : { 'aria-labelledby': section.id })}>
            {section.title === '' ? null : (
              <h2 id={section.id} className={classes.section}>
                {section.title}
              </h2>
            )}
            <ul className={classes.items}>
              {section.items.map((item) => (
                <li key={item.id}>{renderItem(item)}</li>
              ))}
            </ul>
          </section>
        ))}
      </nav>
      <div className={classes.content}>{children}</div>
    </div>
  )
}
