import { outside, type Route, rows } from '#platform/server/http/route.ts'
import type { Gate } from '#platform/server/session/gate.ts'
import * as calls from '../contract.ts'
import { move, readPlan } from './service.ts'
import { unitsQuery } from './store.ts'

/** The routes of moves. A move changes two business units, so neither plan nor move can run under the row-level security of one unit. */
export const routes = ({ acrossTenants }: Pick<Gate, 'acrossTenants'>): Route[] => [
  rows(calls.readMoveUnits, unitsQuery, (found) => found),
  outside(calls.planMove, (context, input) =>
    acrossTenants('plan the move of a user group', (db) => readPlan(context, db, input)),
  ),
  outside(calls.moveUserGroup, (context, input) =>
    acrossTenants('move a user group', (db) => move(context, db, input)),
  ),
]
