// Every word of the portal in one language, fetched as one file. A feature adds one line here, in each language.
import general from '#catalogue/phrases/general/pt-BR.ts'
import sessions from '#features/sessions/phrases/pt-BR.ts'
import signIn from '#features/sign-in/phrases/pt-BR.ts'
import frame from '#platform/web/phrases/pt-BR.ts'

export default { general, frame, signIn, sessions }
