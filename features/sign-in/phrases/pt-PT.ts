import type { Phrases } from '#catalogue/phrases/general.ts'
import type ptBR from './pt-BR.ts'

export default {
  title: 'Iniciar sessão',
  at: 'em {{unit}}',
  email: 'E-mail',
  password: 'Palavra-passe',
  showPassword: 'Mostrar a palavra-passe',
  submit: 'Iniciar sessão',
  throttled: 'Demasiadas tentativas sem sucesso.',
  retryIn: 'Pode tentar novamente dentro de {{time}}.',
  retryNow: 'Já pode tentar novamente.',
  whomToAsk: 'Se se esqueceu da palavra-passe, peça outra a quem administra a sua unidade de negócio.',
  panel: {
    title: 'Os seus relatórios, com boa luz.',
    text: 'Um lugar calmo para ler o que importa: cada pessoa vê as suas próprias linhas, sempre atualizadas.',
  },
  domain: {
    title: 'Este endereço não é de ninguém',
    text: 'Nenhuma unidade de negócio responde em {{host}}. Verifique o endereço que recebeu ou fale com quem o enviou.',
  },
  address: {
    title: 'Acesso não permitido a partir deste local',
    text: 'IP não permitido!',
    advice:
      'A sua unidade de negócio só aceita ligações de redes conhecidas. Se deveria ter acesso a partir daqui, indique este endereço ao administrador.',
  },
  popup: {
    title: 'O navegador bloqueou a janela',
    text: 'Permita janelas pop-up para este site e tente novamente. O aviso costuma estar ao lado da barra de endereço.',
  },
  toSignIn: 'Ir para o início de sessão',
  first: {
    title: 'Primeira conta da plataforma',
    text: 'Esta conta opera toda a plataforma. A ligação só serve uma vez.',
    name: 'Nome',
    passwordHelp: 'Pelo menos 8 caracteres. Uma frase longa é melhor do que símbolos.',
    submit: 'Criar a conta',
    done: 'Conta criada. Já pode iniciar sessão.',
  },
} satisfies Phrases<typeof ptBR>
