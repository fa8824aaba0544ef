import { fail } from '#platform/contract/failure.ts'
import { pageOf } from '#platform/server/database/list.ts'
import { exported, type Reader } from '#platform/server/export/export.ts'
import type { SheetColumn } from '#platform/server/export/sheet.ts'
import { type Route, rows } from '#platform/server/http/route.ts'
import * as calls from '../contract.ts'
import * as store from './store.ts'

const without = <Row extends { total: number }>({ total: _, ...row }: Row) => row

const figures = ['opened', 'resolved', 'first_answer_minutes', 'within_share', 'good_share'] as const
type Figures = Pick<store.WeekRow, (typeof figures)[number]>

const figureColumns = ({ word }: Reader): SheetColumn<Figures>[] =>
  figures.map((key) => ({ key, title: word(`field.${key}`), value: (row) => row[key] }))

const target = 'ticket_statistic'

export const routes: Route[] = [
  rows(calls.readTicketStatistics, store.summaryQuery, ([row]) => row ?? fail('call.failed')),
  rows(calls.listTicketWeeks, store.weeksQuery, (found, _, options) => pageOf(found, options, without)),
  exported(calls.exportTicketWeeks, {
    target,
    query: store.weeksQuery,
    columns: (reader): SheetColumn<store.WeekRow>[] => [
      { key: 'week', title: reader.word('field.week'), value: ({ week }) => ({ day: week }) },
      ...figureColumns(reader),
    ],
  }),
  rows(calls.listTicketAgents, store.agentsQuery, (found, _, options) => pageOf(found, options, without)),
  exported(calls.exportTicketAgents, {
    target,
    query: store.agentsQuery,
    columns: (reader): SheetColumn<store.AgentRow>[] => [
      { key: 'name', title: reader.word('field.name'), value: ({ name }) => name },
      ...figureColumns(reader),
    ],
  }),
]
