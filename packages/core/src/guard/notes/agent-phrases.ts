/**
 * Texts that address an agent from the screen, as patterns over folded text (see fold): small letters, no accents, single
 * spaces. Each language has its orders to drop the instructions, and its ways to address a machine.
 */
export interface AgentPhrases {
  readonly language: string;
  readonly patterns: readonly string[];
}

/** Names of an agent. Words that people are called by too (agent, assistant) count only where an order follows. */
const MACHINE =
  '(?:ai|a\\.i\\.|llm|gpt|chatgpt|claude|gemini|copilot|(?:large )?language models?|ai[- ](?:agents?|assistants?|models?|bots?|systems?)|(?:gui|phone|mobile|web|browser|automated|autonomous|virtual|computer[- ]use|software)[- ](?:agents?|assistants?))';
const ORDER =
  '(?:you (?:must|should|have to|need to|will|shall|are required)|please |do not |never |always |ignore|disregard|click|tap|press|open|send|transfer|pay|buy|install|uninstall|type|enter|copy|paste|navigate|go to|confirm|approve|allow|grant|share|forward|delete|submit|proceed|call |reply|read |scroll|swipe|visit|download|reveal|execute|run )';
const SENTENCE_START = '(?:^|[.!?:;>\\]\\)\\n"\'*#-] ?)';

const english: AgentPhrases = {
  language: 'en',
  patterns: [
    '\\b(?:ignore|disregard|forget|override|bypass|drop|overrule)\\b.{0,30}\\b(?:previous|prior|earlier|preceding|above|former|original|initial|your|all)\\b.{0,20}\\b(?:instructions?|prompts?|guidelines|directives|directions|orders|constraints)\\b',
    `\\b${MACHINE} ?[:,!] ?${ORDER}`,
    `${SENTENCE_START}(?:agents?|assistants?|models?|bots?) ?: ?${ORDER}`,
    `\\b(?:dear|attention|attn|hey|hello|listen) ?[,:!]? ?(?:the |any |all )?${MACHINE}\\b ?[:,!.]`,
    `\\b(?:note|notice|message|instructions?|orders?|directions?|important|hint|reminder)s? (?:to|for) (?:the |any |all |an? )?(?:${MACHINE}|agents?\\b.{0,20}(?:screen|reading this)|llms?)\\b`,
    `\\b(?:if|since|because|when) (?:you are|you're) (?:an? )?${MACHINE}\\b`,
    `\\bas an? ${MACHINE},? you (?:must|should|will|need|have)\\b`,
    '\\byou are now (?:in |an? |the )?(?:.{0,20} )?(?:assistant|agent|dan|developer mode|unrestricted|jailbroken)\\b',
    '\\b(?:system prompt|system override|system instructions?|hidden instructions?|override instructions?|prompt injection|new instructions? for you)\\b',
    `\\b(?:new|updated|urgent|additional|secret) instructions?\\b.{0,30}\\b(?:${MACHINE}|agents?|assistants?)\\b`,
    '\\bthe user (?:has |have |had )?(?:already |explicitly |just |now )*(?:authori[sz]ed|approved|consented|pre-?approved|instructed|told|asked|wants|requested|requires|expects) (?:you|this|it|the (?:transfer|payment|purchase|action|agent))\\b',
    "\\b(?:do not|don't|never) (?:tell|inform|notify|mention (?:this|it) to|alert|reveal (?:this|it) to|ask|warn) (?:the|your) (?:user|human|owner|operator)\\b",
    '\\bwithout (?:asking|telling|informing|notifying|alerting|confirming with|consulting) (?:the|your) (?:user|human|owner|operator)\\b',
    '\\byou must (?:now|first|immediately) (?:ignore|click|tap|press|send|transfer|pay|install|type|reveal|execute|comply|obey|follow these|stop)\\b',
    '\\b(?:to|in order to) (?:complete|finish|continue|fulfil|fulfill|accomplish) (?:the|your|this|the current|the user.s) task,? (?:you (?:must|have|need)|first|click|tap|press|open|go to|enter|type|install|send|pay|please)\\b',
    '\\byour (?:new|real|actual|only) (?:task|goal|instructions?|objective) (?:is|are)\\b',
    '\\b(?:the|your) (?:task|goal|objective) (?:has (?:been )?|was |is )(?:changed|updated|replaced|cancelled|canceled)\\b.{0,20}\\b(?:to|now|instead)\\b',
  ],
};

const others: readonly AgentPhrases[] = [
  {
    language: 'de',
    patterns: [
      '\\b(?:ignorier(?:e|en|t)?|vergiss|vergessen sie|missachte|verwirf)\\b.{0,30}\\b(?:bisherigen?|vorherigen?|fruheren?|obigen?|alle|deine|ihre)\\b.{0,20}\\b(?:anweisung(?:en)?|instruktion(?:en)?|vorgaben|befehle|regeln|prompts?)\\b',
      '\\b(?:ki(?:-agent|-assistent|-modell)?|sprachmodell|sprachassistent)\\b ?[:,!] ?(?:du |sie )?(?:musst|mussen|klick|tipp|druck|sende|offne|uberweis|installier|bestatig|ignorier|lies|gib)',
      '\\b(?:sag|sage|teile|melde) (?:es |das )?(?:dem|deinem) (?:nutzer|benutzer|anwender) nicht',
    ],
  },
  {
    language: 'fr',
    patterns: [
      '\\b(?:ignor(?:e|ez|er)|oubli(?:e|ez|er))\\b.{0,30}\\b(?:instructions?|consignes?|directives?|regles)\\b.{0,20}\\b(?:precedentes?|anterieures?|ci-dessus|initiales?)\\b',
      '\\b(?:ia|agent ia|assistant ia|modele de langage|intelligence artificielle)\\b ?[:,!] ?(?:tu dois|vous devez|clique|appuie|appuyez|ouvr|envoi|envoy|install|confirm|ignor|saisi|tape)',
      "\\bne (?:dis|dites|previens|prevenez) (?:rien |pas )?(?:a )?l'utilisateur",
    ],
  },
  {
    language: 'es',
    patterns: [
      '\\b(?:ignora|ignore|olvida|olvide|omite|descarta)\\b.{0,30}\\b(?:instrucciones|indicaciones|ordenes|reglas)\\b.{0,20}\\b(?:anteriores|previas|iniciales|de arriba)\\b',
      '\\b(?:ia|agente(?: de)? ia|asistente(?: de)? ia|modelo de lenguaje|inteligencia artificial)\\b ?[:,!] ?(?:debes|debe|tienes que|haz clic|pulsa|toca|abre|envia|instala|confirma|ignora|escribe|transfiere)',
      '\\bno (?:se lo digas|digas nada|avises|informes) al usuario',
    ],
  },
  {
    language: 'pt',
    patterns: [
      '\\b(?:ignore|ignora|esqueca|esquece|desconsidere)\\b.{0,30}\\b(?:instrucoes|ordens|regras|comandos|orientacoes)\\b.{0,20}\\b(?:anteriores|previas|acima|iniciais)\\b',
      '\\b(?:ia|agente de ia|assistente de ia|modelo de linguagem|inteligencia artificial)\\b ?[:,!] ?(?:voce deve|deve|clique|toque|abra|envie|instale|confirme|ignore|digite|transfira)',
      '\\bnao (?:avise|informe|conte|diga) (?:nada )?ao usuario',
    ],
  },
  {
    language: 'it',
    patterns: [
      '\\b(?:ignora|ignorate|ignorare|dimentica|dimenticate)\\b.{0,30}\\b(?:istruzioni|indicazioni|regole|direttive)\\b.{0,20}\\b(?:precedenti|iniziali|sopra|ricevute)\\b',
      '\\b(?:ia|agente ia|assistente ia|modello linguistico|intelligenza artificiale)\\b ?[:,!] ?(?:devi|dovete|clicca|tocca|premi|apri|invia|installa|conferma|ignora|scrivi|trasferisci)',
    ],
  },
  {
    language: 'nl',
    patterns: [
      '\\b(?:negeer|vergeet)\\b.{0,30}\\b(?:vorige|eerdere|bovenstaande|alle)\\b.{0,20}\\b(?:instructies|aanwijzingen|opdrachten|regels)\\b',
      '\\b(?:ai-agent|ai-assistent|taalmodel)\\b ?[:,!] ?(?:je moet|u moet|klik|tik|druk|open|stuur|installeer|bevestig|negeer|typ)',
    ],
  },
  {
    language: 'pl',
    patterns: [
      '\\b(?:zignoruj|ignoruj|zapomnij)\\b.{0,30}\\b(?:poprzedni|wczesniejsz|wszystkie|powyzsze)\\w*.{0,20}\\b(?:instrukcj|polece|zasad|wytyczn)\\w*',
    ],
  },
  {
    language: 'tr',
    patterns: [
      '\\b(?:onceki|yukaridaki|tum)\\b.{0,20}\\b(?:talimat|komut|yonerge|kural)\\p{L}*.{0,20}(?:yok ?say|gormezden gel|unut|dikkate alma)',
      '\\byapay zeka\\b.{0,12}[:,!] ?(?:tikla|dokun|ac|gonder|yukle|onayla|yapmalisin)',
    ],
  },
  {
    language: 'ru',
    patterns: [
      '(?:игнорируй|проигнорируй|забудь|отмени)(?:те)?.{0,30}(?:предыдущ|прошл|прежн|все|выше)\\p{L}*.{0,20}(?:инструкц|указани|правил|команд|промпт)',
      '(?:ии|ии-агент|ии-ассистент|языковая модель|искусственный интеллект) ?[:,!] ?(?:ты долж|вы долж|нажми|открой|отправь|переведи|установи|подтверди|игнорируй|введи)',
      'не (?:говори|сообщай|рассказывай)(?:те)? (?:об этом )?пользователю',
    ],
  },
  {
    language: 'zh',
    patterns: [
      '(?:忽略|无视|忘记|忘掉|不要理会|忽視|無視|忘記).{0,8}(?:之前|以前|先前|上面|以上|所有|前面|原来|你).{0,6}(?:指令|指示|提示|规则|命令|要求|規則)',
      '(?:人工智能|智能体|ai ?助手|ai ?代理|大模型|语言模型|語言模型|ai) ?[:,!:,!] ?(?:你必须|你必須|请|請|点击|點擊|打开|打開|发送|發送|转账|轉帳|安装|安裝|确认|確認|忽略)',
      '(?:不要|别|勿)(?:告诉|告知|通知|提醒|告訴)(?:你的)?(?:用户|用戶|主人|使用者)',
    ],
  },
  {
    language: 'ja',
    patterns: [
      '(?:これまで|以前|前|上記|すべて|全て|今まで)の?.{0,6}(?:指示|命令|プロンプト|ルール|指令)(?:を|は).{0,4}(?:無視|忘れ|破棄)',
      '(?:ai ?エージェント|ai ?アシスタント|人工知能|言語モデル|ai)(?:へ|は|、|:|:|,|!).{0,6}(?:クリック|タップ|開い|送信|インストール|してください|しなさい|せよ|しろ)',
      'ユーザー?に(?:は)?(?:知らせ|伝え|言わ)(?:ない|ず|るな)',
    ],
  },
  {
    language: 'ko',
    patterns: [
      '(?:이전|앞선|위의|모든|기존).{0,6}(?:지시|명령|프롬프트|규칙|지침).{0,6}(?:무시|잊)',
      '(?:ai ?에이전트|ai ?비서|인공지능|언어 ?모델|ai)(?:는|은|에게|야|:|,|!).{0,8}(?:클릭|탭|누르|열어|보내|설치|송금|하세요|해야|하라)',
      '사용자에게.{0,6}(?:알리지|말하지)',
    ],
  },
  {
    language: 'ar',
    patterns: [
      '(?:تجاهل|انس|اهمل|أهمل).{0,20}(?:التعليمات|تعليمات|الأوامر|الاوامر|القواعد).{0,12}(?:السابقة|أعلاه|اعلاه|الأولى)',
      '(?:الذكاء الاصطناعي|وكيل الذكاء|نموذج اللغة|المساعد الذكي) ?[:،,!] ?(?:يجب|عليك|انقر|اضغط|افتح|أرسل|ارسل|قم|تجاهل)',
    ],
  },
  {
    language: 'hi',
    patterns: [
      '(?:पिछले|पूर्व|सभी|ऊपर).{0,12}(?:निर्देश|आदेश|नियम)\\p{L}*\\p{M}*.{0,16}(?:अनदेखा|नज़रअंदाज़|नजरअंदाज|भूल|उपेक्षा)',
    ],
  },
];

export const agentPhrases: readonly AgentPhrases[] = [english, ...others];

/**
 * Texts that only machines write to machines: marks of chat formats, and lines in the form of this server's own answers (its
 * rows, its header, its notes). Matched against the text as it is shown, in small letters.
 */
export const forgedForms: readonly string[] = [
  '<\\|(?:im_start|im_end|system|user|assistant|endoftext|start_header_id|eot_id)\\|>',
  '\\[/?inst\\]|<</?sys>>',
  '</?(?:system|assistant|tool_result|tool_response|function_results?|system-reminder|instructions|untrusted)>',
  '\\[(?:tool[ _](?:result|output|call|response)|function[ _]result|system(?: message| note| prompt)?|assistant|end of (?:screen|tool|output|context)[^\\]]{0,20})\\]',
  '\\b(?:end|begin|start) of (?:screen (?:state|content)|tool (?:output|result)|untrusted|user (?:input|message))\\b',
  '\\bnode_\\d{3,}\\b',
  '(?:^|\\n)\\s*\\d{6} \\[(?:edit|on|off|choose|slide|hold|scroll|selected|disabled)\\b',
  '\\b\\d{3,4}x\\d{3,4} s[0-9a-f]{2}\\d+ ',
  '\\bunchanged since s[0-9a-f]{2}\\d+\\b',
  '(?:^|\\n)\\s*(?:note|hint): (?:the |this )?(?:user|agent|assistant|policy|screen|element|tool|server|handeye|text on the screen)\\b(?=.{0,80}\\b(?:allow|approv|confirm|click|tap|must|changed|verified|safe|trust|not from|ignore|click_element|get_screen_state))',
  '\\b(?:click_element|get_screen_state|input_text|run_steps|set_text|open_uri|long_click_element)\\b(?=.{0,40}(?:\\(|\\{|:|node|id))',
];
