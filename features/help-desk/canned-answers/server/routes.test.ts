import { behavesLikeResource } from '#testing/behaves-like-resource.ts'
import { testPortal } from '#testing/portal.ts'
import { cannedAnswerCalls } from '../contract.ts'
import manifest from '../manifest.ts'

const { noun, sample } = manifest
behavesLikeResource(testPortal(), cannedAnswerCalls, { noun, sample: (name) => ({ name, ...sample }) })
