"""A form in Qt 6 with what forms have: fields, a combo box, tabs, a list, check boxes, menus, a table that scrolls."""
import os
import sys

from PyQt6.QtWidgets import (
    QApplication, QCheckBox, QComboBox, QFormLayout, QLineEdit, QListWidget, QMainWindow, QMenu, QPlainTextEdit,
    QPushButton, QSlider, QSpinBox, QTableWidget, QTableWidgetItem, QTabWidget, QVBoxLayout, QWidget,
)
from PyQt6.QtCore import QEvent, QObject, Qt


class EscapeWatch(QObject):
    """Writes down each Escape that the program gets, whichever of its windows it is for."""

    def __init__(self, log):
        super().__init__()
        self.log = log

    def eventFilter(self, watched, event):
        if watched.isWindowType() and event.type() == QEvent.Type.KeyPress and event.key() == Qt.Key.Key_Escape:
            self.log.append("escape")
        return False


class Form(QMainWindow):
    def __init__(self, saved):
        super().__init__()
        self.saved = saved
        self.setWindowTitle("Qt form")
        self.name = QLineEdit()
        self.notes = QPlainTextEdit()
        self.size = QComboBox()
        self.size.addItems(["Small", "Medium", "Large"])
        self.gift = QCheckBox("Gift")
        self.count = QSpinBox()
        self.volume = QSlider(Qt.Orientation.Horizontal)
        self.fruit = QListWidget()
        self.fruit.addItems(["Apple", "Banana", "Cherry"])
        self.fruit.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.fruit.customContextMenuRequested.connect(self.open_fruit_menu)
        self.table = QTableWidget(100, 2)
        for row in range(100):
            self.table.setItem(row, 0, QTableWidgetItem(f"Row {row}"))
            self.table.setItem(row, 1, QTableWidgetItem(f"Value {row}"))
        self.save = QPushButton("Save")
        self.save.clicked.connect(self.write)
        self.setCentralWidget(self.tabs())
        for menu, items in {"File": ["Open", "Close"], "Edit": ["Copy", "Paste", "Select all"]}.items():
            actions = self.menuBar().addMenu(menu)
            for item in items:
                actions.addAction(item, lambda chosen=item: self.log.append(f"chose {chosen}"))
        self.log = []
        self.resize(640, 560)

    def tabs(self):
        order = QWidget()
        form = QFormLayout(order)
        form.addRow("Name", self.name)
        form.addRow("Notes", self.notes)
        form.addRow("Size", self.size)
        form.addRow("Count", self.count)
        form.addRow("Volume", self.volume)
        form.addRow(self.gift)
        form.addRow("Fruit", self.fruit)
        form.addRow(self.save)
        rows = QWidget()
        QVBoxLayout(rows).addWidget(self.table)
        tabs = QTabWidget()
        tabs.addTab(order, "Order")
        tabs.addTab(rows, "Rows")
        return tabs

    def open_fruit_menu(self, at):
        item = self.fruit.itemAt(at)
        menu = QMenu(self)
        menu.addAction(f"Eat {item.text() if item else 'nothing'}", lambda: self.log.append(f"ate {item.text()}"))
        menu.popup(self.fruit.mapToGlobal(at))

    def write(self):
        with open(self.saved, "w", encoding="utf-8") as file:
            file.write("\n".join([
                f"name={self.name.text()}", f"notes={self.notes.toPlainText()}", f"size={self.size.currentText()}",
                f"count={self.count.value()}", f"volume={self.volume.value()}", f"gift={self.gift.isChecked()}", *self.log,
            ]))


app = QApplication(sys.argv)
form = Form(os.path.join(os.environ["HOME"], "qt-form.txt"))
watch = EscapeWatch(form.log)
app.installEventFilter(watch)
form.show()
sys.exit(app.exec())
