import type { Language } from './phrase-sets.ts'

/** Words of a neighbouring dialect: British for American English, Brazilian for European Portuguese, and the reverse. */
const foreign: Record<Language, RegExp> = {
  'en-US':
    /(?<!\p{L})(\p{L}*(colour|favourite|behaviour|neighbour|honour|labour)\p{L}*|(organ|recogn|author|custom|summar|synchron|optim|minim|maxim|initial|personal|final)is(e|es|ed|ing|er|ation|ations)|centre|centres|catalogue|licence|cancelled|cancelling|labelled|grey|dialogue|analyse[ds]?)(?!\p{L})/iu,
  'pt-PT':
    /(?<!\p{L})(você|vocês|usuári\p{L}*|telas?|arquivos?|excluir|exclu[aí]\p{L}*|salv(ar|e|o|a|ou)|cadastr\p{L}*|celular|equipes?|gerenci\p{L}*|compartilh\p{L}*|contatos?|planej\p{L}*|delet\p{L}*)(?!\p{L})/iu,
  'pt-BR':
    /(?<!\p{L})(utilizador\p{L}*|ecrãs?|ficheiros?|palavra-passe|telemóve(l|is)|equipas?|contactos?|planea\p{L}*|registos?|aceder|partilh\p{L}*)(?!\p{L})/iu,
  es: /(?<!\p{L})(tú|vos|vosotr[oa]s|ordenador(es)?|vuestr[oa]s?|puedes|debes|tienes|quieres|podés)(?!\p{L})/iu,
}

/** The first word of another dialect; null when there is none. Placeholders are names and are ignored. */
export const foreignWord = (language: Language, text: string): string | null =>
  foreign[language].exec(text.replace(/\{\{.*?\}\}/g, ' '))?.[0] ?? null
