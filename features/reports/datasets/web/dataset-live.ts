import { useRefresh, useRefreshWhile } from '#platform/web/client/use-call.ts'
import { useSpreadLiveEvent } from '#platform/web/live/use-live-events.ts'
import { listDatasets } from '../contract.ts'

/**
 * Reads the data sets again when a refresh began or ended. While one that the screen shows runs, also every few seconds, because only
 * asking the service tells that it ended.
 */
export function useFollowedRefreshes(isRunning: boolean): void {
  useSpreadLiveEvent('refreshes_changed', useRefresh(listDatasets))
  useRefreshWhile(isRunning, listDatasets)
}
