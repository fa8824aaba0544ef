import { behavesLikeResource } from '#platform/testing/behaves-like-resource.ts'
import { testPortal } from '#platform/testing/portal.ts'
import { tagCalls } from '../contract.ts'

behavesLikeResource(testPortal(), tagCalls, { noun: 'tag', sample: (name) => ({ name, color: 'green' as const }) })
