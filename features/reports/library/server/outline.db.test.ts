// The outline of the shipped reports, read from the real report service.
import { expect, it } from 'vitest'
import { testPortal } from '#testing/portal.ts'
import { workspaceServiceId } from '#testing/reports.ts'
import { reportOutline } from '../contract.ts'
import { outlineOf } from './rules.ts'

const portal = testPortal({ reports: true })

it('every shipped report has an outline, which holds no name and no figure of it', async () => {
  const service = portal.reportAccount()
  const reports = await service.reports(workspaceServiceId)
  expect(reports).toHaveLength(3)
  for (const { id } of reports) {
    const answer = await service.outline(workspaceServiceId, id)
    const outline = answer && outlineOf(answer)
    expect(reportOutline.parse(outline).visuals.length).toBeGreaterThan(4)
    expect(Object.keys(answer?.visuals[0] ?? {}).toSorted()).toEqual(['height', 'type', 'width', 'x', 'y'])
  }
})
