import { pageOf } from '#platform/server/database/list.ts'
import { exported, type Reader } from '#platform/server/export/export.ts'
import type { SheetColumn } from '#platform/server/export/sheet.ts'
import { type Route, rows } from '#platform/server/http/route.ts'
import { exportReportsPerUser, exportUsersPerReport, listReportsPerUser, listUsersPerReport } from '../contract.ts'
import { type ReaderRow, readersQuery } from './store.ts'

const readerAnswer = ({ total: _, ...reader }: ReaderRow) => reader

const columns = ({ word, yesNo }: Reader): SheetColumn<ReaderRow>[] => [
  { key: 'report', title: word('field.report'), value: ({ report }) => report },
  { key: 'place', title: word('field.place'), value: ({ place }) => place },
  { key: 'person', title: word('field.person'), value: ({ person }) => person },
  { key: 'email', title: word('field.email'), value: ({ email }) => email },
  { key: 'way', title: word('field.way'), value: ({ way }) => word(`choice.way.${way}`) },
  { key: 'groups', title: word('field.groups'), value: ({ groups }) => groups.join(', ') },
  { key: 'opens', title: word('field.opens'), value: ({ opens }) => yesNo(opens) },
]

export const routes: Route[] = [
  rows(listUsersPerReport, readersQuery, (found, _, options) => pageOf(found, options, readerAnswer)),
  exported(exportUsersPerReport, { target: 'report_reader', query: readersQuery, columns }),
  rows(listReportsPerUser, readersQuery, (found, _, options) => pageOf(found, options, readerAnswer)),
  exported(exportReportsPerUser, { target: 'report_reader', query: readersQuery, columns }),
]
