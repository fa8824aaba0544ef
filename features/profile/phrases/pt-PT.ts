import type { Phrases } from '#catalogue/phrases/general.ts'
import type ptBR from './pt-BR.ts'

export default {
  title: 'A minha conta',
  purpose: 'Como aparece no portal, como este lhe fala e onde tem sessão iniciada.',
  showPassword: 'Mostrar a palavra-passe',
  changePassword: 'Alterar a palavra-passe',
  passwordChanged: 'Palavra-passe alterada. As suas outras sessões foram terminadas.',
  unknownBrowser: 'Dispositivo desconhecido',
  thisSession: 'Esta sessão',
  seen: 'Última utilização: {{at}}',
  since: 'Iniciada em {{at}}',
  end: 'Terminar',
  endOne: 'Terminar a sessão em {{browser}}, {{place}}',
  endOthers: 'Terminar todas as outras',
  endOthersTitle: 'Terminar todas as outras sessões?',
  endOthersText: 'Continua ligado aqui. Nos outros dispositivos terá de iniciar sessão novamente.',
  field: {
    nome_usuario: 'Nome',
    email: 'E-mail',
    phone: 'Telefone',
    department: 'Departamento',
    language: 'Idioma',
    current_password: 'Palavra-passe atual',
    password: 'Nova palavra-passe',
  },
  help: {
    email: 'É com ele que inicia sessão. Só um administrador o pode alterar.',
    password: 'Pelo menos 8 caracteres. Uma frase longa é mais segura e mais fácil de recordar.',
    signedInElsewhere: 'Inicia sessão com a conta da sua organização: a palavra-passe altera-se lá.',
    scheme: 'Apenas neste navegador.',
  },
  section: {
    person: 'Os seus dados',
    personText: 'O seu nome é visto por quem administra o portal e pelos relatórios que o reconhecem.',
    screen: 'Aspeto',
    screenText: 'Claro, escuro ou igual ao do seu sistema.',
    password: 'Palavra-passe',
    passwordText: 'Alterar a palavra-passe termina as suas sessões em todos os outros dispositivos.',
    sessions: 'Onde tem sessão iniciada',
    sessionsText: 'Não reconhece um dispositivo? Termine a sessão e altere a palavra-passe.',
  },
} satisfies Phrases<typeof ptBR>
