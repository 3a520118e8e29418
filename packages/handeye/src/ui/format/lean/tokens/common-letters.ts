/*
 * Letters that are common enough in user interfaces for a tokenizer to have learned them well; any other letter of the same
 * script costs about twice as many tokens. Counted in the catalogues of translated programs.
 */

/** Of Chinese and Japanese. */
export const COMMON_HAN: ReadonlySet<string> = new Set(
  '一上下不个中串为主之乌了二于亚亞什他代令以件任份伊会位体何作使來供保信個値值像允元克入內全兰关其具兹内出分切列则別利到制前加务动効勒動包化北区區单南博卡印县参反取受口古只可右号合同名后向否含告周命和哈' +
    '响啟單器回围图圖圣在地址垂型埃域基塔塞填备変外多大夫失头奇奥如姆子字存安完定容宽寄密寬对将對小尔尼展属岛州工左已巴市布希帕平序应底府度建开式引当影後徑得德必态性恩息您態應戈成或户所手扎打托扩找択拉持指' +
    '按换捷排接描提換操支改放效敗数整數文斯新方於无日时明是显時普景更最有服期未本束条来果查标栏样格框案標模檔欄次正此段比水求沒法波洛消源滑滚点為無焦版特状現理瓦生用由画界留發的目直相省知示科称移程稱空窗立' +
    '端符签算箭籤类系素索組結線編纳线组绘统维编罗置群者背能自色莫莱获菜萨蒂藏號行表被西要覆規視解計訊記設該語誤警计认许设证话误資超距路輸输边达过进选這通進選邊郡部都配里重量鈕錯鍵钮错键長长開間關间阿附限除' +
    '隔雷需非面項預類顯页项题颜首马高鲁默點齐',
);

/** Of Korean. */
export const COMMON_HANGUL: ReadonlySet<string> = new Set(
  '가간감값개거것게겟격결경계고공과구그글기길꼴끝나내너높뉴는능니다단대더데도동되된두드들디따때라래램러레렉력령로록류르른를름리림마만말맞메면명모목못무문미바받방배백버번법변보복본부분브블비사산상색서선설' +
    '성세셀션소속수스습시식실쓰아안않알았야양어업없었에여연열영예오옵와요용우운움원월위으은을음의이인일읽임입있자작잘장재적전정제젯조종주줄중증지진쪽참창체최추출치카커코콘크키타태택탭터턴테텍트티파패퍼페포' +
    '표프픽필하한할함합항해했행향현형호화확환',
);

/** Of European languages, Turkish and Vietnamese. */
export const COMMON_ACCENTED: ReadonlySet<string> = new Set(
  'ÁÄÇÉÍÎÓÔÖÚÜßàáâãäåçèéêìíîñòóôõöùúüýāăąćČčĐđęěğĩİıłńňőřśŞşŠšťũůűźżŽžơưạảấầẩẫậắằặẹẻẽếềểệỉịọỏốồổỗộớờ' +
    'ởỡợụủứừửữự',
);

/** The letters of Arabic, Persian and Urdu, with their vowel signs. Those of Kurdish or Uighur are tokens of their own. */
export const COMMON_ARABIC: ReadonlySet<string> = new Set(
  'ءآأؤإئابةتثجحخدذرزسشصضطظعغـفقكلمنهوىيًٌٍَُِّْپچژکگیٹڈڑںہھےئ٠١٢٣٤٥٦٧٨٩',
);
