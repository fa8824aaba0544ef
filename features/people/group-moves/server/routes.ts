import { outside, type Route, rows } from '#platform/server/http/route.ts'
import type { Gate } from '#platform/server/session/gate.ts'
import * as calls from '../contract.ts'
import { move, plan } from './service.ts'
import { unitsQuery } from './store.ts'

/** A move changes two business units, so that neither plan nor move can run under the row-level security of one. */
export const routes = ({ acrossTenants }: Pick<Gate, 'acrossTenants'>): Route[] => [
  rows(calls.readMoveUnits, unitsQuery, (found) => found),
  outside(calls.planMove, (context, asked) =>
    acrossTenants('plan the move of a user group', (db) => plan(context, db, asked)),
  ),
  outside(calls.moveUserGroup, (context, asked) =>
    acrossTenants('move a user group', (db) => move(context, db, asked)),
  ),
]
